import { open, rename } from 'node:fs/promises';
import { type FileStamp, stampOf } from './fileStamp.ts';
import { removeTemporary, temporaryGone, temporaryName } from './temporaryFile.ts';

export interface AtomicWriteOptions {
  /** Permissions of the file, as far as the system has them and the umask allows. */
  readonly mode: number;
  /** Whether the content has to survive a power failure. Otherwise nothing waits for the disk. */
  readonly durable: boolean;
}

/** Writes a whole file or changes nothing: readers see the old content or the new one, whenever the process ends. */
export async function atomicWrite(
  path: string,
  content: string | Uint8Array,
  { mode, durable }: AtomicWriteOptions,
): Promise<FileStamp> {
  const temporary = temporaryName(path);
  try {
    // `wx`: a file or link that is already there is never written to.
    const file = await open(temporary, 'wx', mode);
    let stamp: FileStamp;
    try {
      await file.writeFile(content);
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
