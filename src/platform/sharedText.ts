import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { atomicWrite } from './atomicWrite.ts';
import { FileLock } from './fileLock.ts';

/** The text of a file; undefined if it does not exist. */
export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The processes of a test run change the same file one after the other. */
const PATIENCE = { endingMs: 30_000, silenceMs: 10_000 };
let last: Promise<unknown> = Promise.resolve();

/** Replaces the text of a file that several processes change. `change` gets the text, undefined if there is no file. */
export function changeText(path: string, change: (text: string | undefined) => string): Promise<void> {
  const changed = last.then(async () => {
    const real = resolve(path);
    const lock = await FileLock.take(real, path, PATIENCE);
    try {
      await atomicWrite(real, change(await readIfExists(real)), { mode: 0o666, durable: false });
    } finally {
      lock.release();
    }
  });
  last = changed.catch(() => undefined);
  return changed;
}
