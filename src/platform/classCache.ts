import { cacheFolder } from './cacheFolder.ts';

/** Some five hundred classes of an ordinary size. */
const MOST_BYTES = 256 * 2 ** 20;

/** The cache of compiled classes in a folder. */
export function classCache(folder: string, mostBytes = MOST_BYTES) {
  const { read, write } = cacheFolder(folder, mostBytes);
  return { read, write };
}
