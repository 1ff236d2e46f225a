import { freeBytes } from '../../../budget/freeBytes.ts';
import { hint, message, type Words } from '../../../protocol/message.ts';
import { saveState as stateFileOf } from '../../../stateFile/saveState.ts';
import { optional, struct, text } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { inShare } from '../../inShare.ts';
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
    const content = await inShare(memory, (mayGrow) =>
      stateFileOf(node, writeRecord, (bytes) => {
        mayGrow(bytes);
        return chain.rest();
      }),
    );
    const bytes = content.length;
    try {
      await files.write(target, content, 'state', 'owner');
    } finally {
      freeBytes(content);
    }
    return { path: target, bytes };
  },
});
