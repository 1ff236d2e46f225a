import { openRegular, readHead, UnfitFileError } from './regularFile.ts';

/** What we write: a list of requests, or a whole chain. */
export type FileKind = 'dump' | 'state';

/** What kind of file begins like this; undefined when it is none of ours. */
export type KindOfFile = (head: string) => FileKind | undefined;

/** Enough to recognise a file of ours. */
const HEAD_BYTES = 16_384;
const called = { dump: 'a dump', state: 'a state file' } as const;

/** What a file is to become, how messages call it, and how files of ours are recognised. */
export interface Replacing {
  readonly kind: FileKind;
  readonly name: string;
  readonly kindOfFile: KindOfFile;
}

/**
 * The permissions of a file that is about to be replaced; undefined when there is none, or an empty one, in which there is
 * nothing to lose. Throws unless the file is one of ours and of the same kind.
 */
export async function modeOfReplaced(path: string, replacing: Replacing): Promise<number | undefined> {
  const { kind, name, kindOfFile } = replacing;
  const found = await openRegular(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return undefined;
  try {
    if (found.stats.size === 0) return undefined;
    const held = kindOfFile((await readHead(found, HEAD_BYTES)).toString('utf8'));
    if (held !== kind)
      throw new UnfitFileError(
        `${name} is ${held ? called[held] : 'neither a dump nor a state file'}, so ${called[kind]} does not replace it. Choose another name, or remove the file.`,
      );
    return (found.stats.mode & 0o666) | 0o200;
  } finally {
    await found.file.close();
  }
}
