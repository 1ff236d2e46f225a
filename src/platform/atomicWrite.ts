import { type FileHandle, open, rename } from 'node:fs/promises';
import type { FileTarget, WriteFile } from '../async/fileTarget.ts';
import { type FileStamp, stampOf } from './fileStamp.ts';
import { removeTemporary, temporaryGone, temporaryName } from './temporaryFile.ts';

export interface AtomicWriteOptions {
  /** Permissions of the file, limited by the umask. */
  readonly mode: number;
  /** Whether the content must survive a power failure (fsync). Otherwise the write does not wait for the disk. */
  readonly durable: boolean;
}

/** Writes a file atomically: readers see the old content or the new one, even if the process is killed. */
export async function atomicWrite(
  path: string,
  content: string | Uint8Array | WriteFile,
  { mode, durable }: AtomicWriteOptions,
): Promise<FileStamp> {
  const temporary = temporaryName(path);
  try {
    // `wx`: never writes to an existing file or link.
    const file = await open(temporary, 'wx', mode);
    let stamp: FileStamp;
    try {
      if (typeof content === 'function') await content(targetOf(file));
      else await file.writeFile(content);
      if (durable) await file.sync();
      stamp = stampOf(await file.stat({ bigint: true }));
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    temporaryGone(temporary);
    return stamp;
  } catch (error) {
    await removeTemporary(temporary);
    throw error;
  }
}

const targetOf = (file: FileHandle): FileTarget => ({
  // Continues where the last write ended.
  append: (bytes) => file.writeFile(bytes),
  replaceStart: async (bytes) => {
    for (let from = 0; from < bytes.length; )
      from += (await file.write(bytes, from, bytes.length - from, from)).bytesWritten;
  },
});
