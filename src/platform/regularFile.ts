import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';

// Windows has neither. O_NONBLOCK: opening a FIFO returns at once. O_NOFOLLOW: a link in place of the file is an error.
const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

/** The system reads less than 2 GiB at once. */
const MOST_AT_ONCE = 2 ** 30;

/** Something that is there and is not the regular file that it should be, or a larger one. */
export class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError';
}

export interface OpenFile {
  readonly file: FileHandle;
  readonly stats: Stats;
}

/** Opens a regular file for reading; never waits for a FIFO, a device or a socket. Links have to be resolved before. */
export async function openRegular(path: string): Promise<OpenFile> {
  // Opening a device may have effects of its own, so it is not even opened.
  checkRegular(path, await lstat(path));
  const file = await open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    // What counts is the file that was opened: another one may have taken the name since.
    const stats = await file.stat();
    checkRegular(path, stats);
    return { file, stats };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function checkRegular(path: string, stats: Stats): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR', errno: -21 });
  throw new UnfitFileError(`${path} is ${kindOf(stats)}. Only regular files can be used.`);
}

/** What something is that is not a regular file. */
export function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a FIFO';
  if (stats.isSocket()) return 'a socket';
  if (stats.isSymbolicLink()) return 'a symbolic link that leads to no file';
  return 'a device';
}

/** The first bytes of a file, at most so many. */
export async function readHead({ file }: OpenFile, mostBytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
  return buffer.subarray(0, bytesRead);
}

/** A whole regular file. Its size is checked before anything is read, and what is added meanwhile is not read. */
export async function readRegular(path: string, mostBytes: number, limitedBy: string): Promise<Buffer> {
  const { file, stats } = await openRegular(path);
  try {
    if (stats.size > mostBytes)
      throw new UnfitFileError(`${path} has ${stats.size} bytes; at most ${mostBytes} are read (${limitedBy}).`);
    const content = Buffer.allocUnsafe(stats.size);
    let length = 0;
    while (length < content.length) {
      const wanted = Math.min(content.length - length, MOST_AT_ONCE);
      const { bytesRead } = await file.read(content, length, wanted, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return content.subarray(0, length);
  } finally {
    await file.close();
  }
}
