import { isLongJson } from '../../../json/jsonPieces.ts';
import { hint, message } from '../../../protocol/message.ts';
import { boolean, omittable, optional, struct, text } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { entriesOf } from '../../journal/journalEntry.ts';
import { writeJournal } from '../../journal/writeJournal.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = optionalParams(struct('DumpRequest', { path: optional(text('textChars')), inline: omittable(boolean) }));

/** Returns the journal. It is also written to the given path or, unless `inline` is set, to that of the start. */
export const dump = method({
  name: 'dump',
  group: 'sandbox',
  summary:
    'The journal: every request that changed the chain. It is also written to a file, unless the request wants it as the answer.',
  kind: 'read',
  params,
  restricted: 'default',
  run: async ({ node, server, chain, memory, files, journalFile }, { path, inline = false }) => {
    if (!node.config.journal)
      throw new RpcError('dumpFailed', { message: message`Please provide ${hint('keepJournal')} on startup.` });
    const journal = entriesOf(chain.value.journal);
    // One long dump at a time: each leaves many texts that V8 collects later.
    if (isLongJson(journal)) await memory.waitLarge(false);
    const target = path ?? (inline ? undefined : server.dumpPath);
    if (target && journal.length > 0) {
      if (!files) throw new RpcError('dumpFailed', { message: 'There are no files here. Ask for the events inline.' });
      // The file that follows the journal may have later requests already.
      if (await journalFile?.isAt(target)) {
        await journalFile!.follow();
        const { lag } = journalFile!;
        if (lag) throw new RpcError('dumpFailed', { message: lag.reason });
      } else await writeJournal(files, target, journal);
    }
    return journal;
  },
});
