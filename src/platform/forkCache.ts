import { cacheFolder } from './cacheFolder.ts';

const MOST_BYTES = 1024 * 2 ** 20;

/** The cache of forks in a folder. */
export const forkCache = (folder: string, mostBytes = MOST_BYTES) => cacheFolder(folder, mostBytes);
