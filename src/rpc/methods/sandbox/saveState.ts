import type { FileTarget } from '../../../async/fileTarget.ts';
import { hint, message, type Words } from '../../../protocol/message.ts';
import { optional, struct, text } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { writeRecord } from '../../journal/journalEntry.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = optionalParams(struct('SaveState', { path: optional(text('textChars')) }));
const failed = (message: Words) => new RpcError('dumpFailed', { message });

/** Writes the whole chain to the path given here, or else to that of the start. */
export const saveState = method({
  name: 'saveState',
  group: 'sandbox',
  summary: 'Writes the whole chain to a state file.',
  kind: 'read',
  params,
  restricted: 'hidden',
  run: async ({ node, server, chain, memory, files }, { path }) => {
    const target = path || server.statePath;
    if (!target) throw failed(message`There is no file to write to: ${hint('stateTarget')}.`);
    if (!files) throw failed('There are no files here.');
    const { value, config } = node;
    const { encodeState } = await import('../../../stateFile/encodeState.ts');
    const options = {
      config,
      writeRecord,
      rest: () => chain.rest(),
      // One large save at a time: each leaves some megabytes that V8 collects later.
      grow: () => memory.waitLarge(false),
    };
    let bytes = 0;
    const write = async (file: FileTarget) => {
      bytes = await encodeState(value, options, file);
    };
    await files.write(target, write, 'state', 'owner');
    return { path: target, bytes };
  },
});
