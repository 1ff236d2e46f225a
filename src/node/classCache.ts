import { cacheFolder } from './cacheFolder.ts';

/** Some five hundred classes of an ordinary size. */
const MOST_BYTES = 256 * 2 ** 20;

/** The cache of compiled classes in a folder. */
export function classCache(folder: string, mostBytes = MOST_BYTES) {
  const { read, write } = cacheFolder(folder, mostBytes);
  // Loaded with the first class: it takes 3 ms, and most starts declare nothing.
  const digest = (text: string) =>
    process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
  return { read, write, digest };
}
