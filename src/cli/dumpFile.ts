// The dump of `--dump-path`: repeated at start, written at exit.
import { constants } from 'node:buffer';
import { existsSync } from 'node:fs';
import { ioReason } from '../node/ioReason.ts';
import { readRegular, UnfitFileError } from '../node/regularFile.ts';
import { realPath } from '../node/requestPaths.ts';
import { RpcError } from '../protocol/errors.ts';
import type { Files } from '../rpc/files.ts';
import { writeJournal } from '../rpc/journalFile.ts';
import type { Hub } from '../sandbox/hub.ts';
import type { Log } from '../server/log.ts';
import { StartError } from './startError.ts';

/** The text of a file is one string. */
const MOST_BYTES = constants.MAX_STRING_LENGTH;

/** Repeats what the dump file holds, if it is there. */
export async function loadDump(hub: Hub, path: string | undefined): Promise<void> {
  if (path === undefined || !existsSync(path)) return;
  try {
    const content = await readRegular(await realPath(path), MOST_BYTES, 'the largest dump that can be loaded');
    await hub.load(content.toString('utf8'));
  } catch (error) {
    const isFileError = error instanceof UnfitFileError || typeof (error as NodeJS.ErrnoException).code === 'string';
    if (isFileError) throw new StartError(`Deserialization error: ${ioReason(error)} (${path})`);
    if (!(error instanceof RpcError)) throw error;
    throw new StartError(
      error.kind === 'dumpFailed'
        ? `${error.message} (${path})`
        : `Failed to re-execute dumped Devnet: ${kindWords(error)}: ${error.message} (${path}: ${eventWords(error)})`,
    );
  }
}

const kindWords = ({ kind }: RpcError) =>
  kind === 'methodNotFound' ? 'Method not found' : kind === 'methodForbidden' ? 'Method forbidden' : 'Server error';

const eventWords = ({ data }: RpcError) => {
  const { event, method } = data as { readonly event: number; readonly method: unknown };
  return `event ${event}, ${method}`;
};

/** Writes the journal at the end where that was asked for; an empty one leaves no file. */
export async function writeDump({ node }: Hub, files: Files, log: Log): Promise<void> {
  const { dumpOn, dumpPath } = node.config;
  if (dumpOn !== 'exit' || dumpPath === undefined) return;
  const { journal } = node.chain;
  if (journal.length === 0) return;
  await writeJournal(files, dumpPath, journal).catch((error: Error) =>
    log.write('error', 'starbox', `The journal could not be written: ${error.message}`),
  );
}
