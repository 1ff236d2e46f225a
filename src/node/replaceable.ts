import { openRegular, readHead, UnfitFileError } from './regularFile.ts';

/** Whether a file that begins like this is a dump or a state file. */
export type IsOwnFile = (head: string) => boolean;

/** Enough to recognise a file of ours. */
const HEAD_BYTES = 1000;

/**
 * The permissions of a file that is about to be replaced; undefined when there is none, or an empty one, in which there is
 * nothing to lose. Throws unless it is a file of ours. `name` is what messages call it.
 */
export async function modeOfReplaced(path: string, name: string, isOwnFile: IsOwnFile): Promise<number | undefined> {
  const found = await openRegular(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return undefined;
  try {
    if (found.stats.size === 0) return undefined;
    if (!isOwnFile((await readHead(found, HEAD_BYTES)).toString('utf8')))
      throw new UnfitFileError(
        `${name} is neither a dump nor a state file, so it is not replaced. Choose another name, or remove the file.`,
      );
    return (found.stats.mode & 0o666) | 0o200;
  } finally {
    await found.file.close();
  }
}
