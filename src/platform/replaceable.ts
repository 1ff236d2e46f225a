import { openRegular, readHead, UnfitFileError } from './regularFile.ts';

/** The kinds of files that this program writes: a list of requests, or a whole chain. */
export type FileKind = 'dump' | 'state';

/** The kind of a file that begins with these bytes; undefined if it is not one of ours. */
export type KindOfFile = (head: string) => FileKind | undefined;

/** Enough to recognise a file of ours. */
const HEAD_BYTES = 16_384;
const called = { dump: 'a dump', state: 'a state file' } as const;

/** The kind of file that will be written, its name in messages, and how our files are recognised. */
export interface Replacing {
  readonly kind: FileKind;
  readonly name: string;
  readonly kindOfFile: KindOfFile;
}

/**
 * The permissions of a file that will be replaced; undefined if there is none or it is empty. Throws if the file is not one of ours of
 * the same kind.
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
