import { rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { temporaryName } from './temporaryFile.ts';

export interface AtomicWriteOptions {
  /** Permissions of the file, as far as the system has them and the umask allows. */
  readonly mode: number;
  /** Whether the content has to survive a power failure. Otherwise nothing waits for the disk. */
  readonly durable: boolean;
}

/** Temporary files that were begun and have not taken their place. */
const unfinished = new Set<string>();

/** Removes the temporary files of all writes that are under way, without waiting: for a process that ends. */
export function removeUnfinishedWrites(): void {
  for (const path of unfinished) rmSync(path, { force: true });
}

/** Writes a whole file or changes nothing: readers see the old content or the new one, whenever the process ends. */
export async function atomicWrite(
  path: string,
  content: string | Uint8Array,
  { mode, durable }: AtomicWriteOptions,
): Promise<void> {
  const temporary = temporaryName(path);
  unfinished.add(temporary);
  try {
    // `wx`: a file or link that is already there is never written to.
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(content);
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    unfinished.delete(temporary);
  }
}
