// Loads the dump of `--dump-path` at start.
import { existsSync } from 'node:fs';
import { ioReason } from '../../platform/ioReason.ts';
import { LARGEST_BUFFER, readRegular, UnfitFileError } from '../../platform/regularFile.ts';
import { realPath } from '../../platform/requestPaths.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { writeWords } from '../../protocol/message.ts';
import type { Hub } from '../../sandbox/hub.ts';
import { commandHints } from '../options/hints.ts';
import { StartError } from '../start/startError.ts';

/** Runs the requests of the dump file again. False if there is none. */
export async function loadDump(hub: Hub, path: string | undefined): Promise<boolean> {
  if (path === undefined || !existsSync(path)) return false;
  try {
    const content = await readRegular(await realPath(path), LARGEST_BUFFER, 'the largest dump that can be loaded');
    await hub.dispatcher.load(content);
    return true;
  } catch (error) {
    const isFileError = error instanceof UnfitFileError || typeof (error as NodeJS.ErrnoException).code === 'string';
    if (isFileError) throw new StartError(`Deserialization error: ${ioReason(error)} (${path})`);
    if (!(error instanceof ChainError)) throw error;
    const text = writeWords(error.words, commandHints);
    throw new StartError(
      error.kind === 'dumpFailed'
        ? `${text} (${path})`
        : `Failed to re-execute dumped Devnet: ${kindWords(error)}: ${text} (${path}). ${writeWords(error.help ?? '', commandHints)}`,
    );
  }
}

const kindWords = ({ kind }: ChainError) =>
  kind === 'methodNotFound' ? 'Method not found' : kind === 'methodForbidden' ? 'Method forbidden' : 'Server error';
