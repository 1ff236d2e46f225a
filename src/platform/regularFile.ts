import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { choose, type EitherWay } from '../async/eitherWay.ts';
import { message, type Words, writeWords } from '../protocol/message.ts';

// O_NONBLOCK: opening a FIFO does not wait. O_NOFOLLOW: opening a link is an error. Windows has neither.
const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

/** The bytes of the largest buffer of Node 20. */
export const LARGEST_BUFFER = 4 * 2 ** 30;

/** The system reads less than 2 GiB at once. */
const MAX_AT_ONCE = 2 ** 30;

/** The error for a path that is not a regular file, or a file that is too large. */
export class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError';
  /** The message with its ways out. */
  readonly words: Words;

  constructor(words: Words) {
    super(writeWords(words));
    this.words = words;
  }
}

export interface OpenFile {
  readonly file: FileHandle;
  readonly stats: Stats;
}

/** Opens a regular file for reading; never waits for a FIFO, a device or a socket. Links must be resolved. */
export async function openRegular(path: string): Promise<OpenFile> {
  // Opening a device may have side effects, so it is checked first.
  checkRegular(path, await lstat(path));
  const file = await open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    // The open file is checked again, because another one may have been renamed to this path.
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
  const wayOut = stats.isFIFO() ? ' Write what it gives into a file first.' : '';
  throw new UnfitFileError(`${path} is ${kindOf(stats)}. Only regular files can be used.${wayOut}`);
}

/** The name of a kind of file that is not a regular file. */
export function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a FIFO';
  if (stats.isSocket()) return 'a socket';
  if (stats.isSymbolicLink()) return 'a symbolic link that leads to no file';
  return 'a device';
}

/** The text of a regular file that the user of the command named; links are followed. It never waits for a FIFO, a device or a socket. */
export function readTextSync(path: string, maxBytes = Number.POSITIVE_INFINITY): string {
  checkRegular(path, statSync(path));
  const file = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    checkRegular(path, stats);
    checkSize(path, stats, maxBytes, 'more is no use for such a file');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** The bytes of a regular file that the user of the library named, as `readTextSync` reads it. */
export async function readNamedFile(path: string): Promise<Buffer> {
  checkRegular(path, await stat(path));
  const file = await open(path, O_RDONLY | O_NONBLOCK);
  try {
    checkRegular(path, await file.stat());
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The first bytes of a file, up to a number. */
export async function readHead({ file }: OpenFile, maxBytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
  return buffer.subarray(0, bytesRead);
}

/** Reads a whole regular file of at most `maxBytes`; `limitedBy` says what sets this limit. Bytes that are added meanwhile are not read. */
export async function readRegular(path: string, maxBytes: number, limitedBy: Words): Promise<Buffer> {
  const { file, stats } = await openRegular(path);
  try {
    checkSize(path, stats, maxBytes, limitedBy);
    const content = Buffer.allocUnsafe(stats.size);
    let length = 0;
    while (length < content.length) {
      const wanted = Math.min(content.length - length, MAX_AT_ONCE);
      const { bytesRead } = await file.read(content, length, wanted, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return content.subarray(0, length);
  } finally {
    await file.close();
  }
}

/** `readRegular`, with or without waiting for the disk. */
export const readRegularSteps = (path: string, maxBytes: number, limitedBy: Words): EitherWay<Buffer> =>
  choose(
    () => readRegular(path, maxBytes, limitedBy),
    () => readRegularSync(path, maxBytes, limitedBy),
  );

function readRegularSync(path: string, maxBytes: number, limitedBy: Words): Buffer {
  checkRegular(path, lstatSync(path));
  const file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    const stats = fstatSync(file);
    checkRegular(path, stats);
    checkSize(path, stats, maxBytes, limitedBy);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function checkSize(path: string, { size }: Stats, maxBytes: number, limitedBy: Words): void {
  if (size > maxBytes)
    throw new UnfitFileError(message`${path} has ${size} bytes; at most ${maxBytes} are read (${limitedBy}).`);
}
