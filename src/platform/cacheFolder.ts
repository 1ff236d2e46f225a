import { appendFile, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { atomicWrite } from './atomicWrite.ts';
import { claimFile, dropClaim, waitForClaim } from './fileClaims.ts';
import { foreignHand } from './foreignHand.ts';
import { ioReason } from './ioReason.ts';
import { openRegular, UnfitFileError } from './regularFile.ts';

/** The user's own folder for caches on this system; undefined if the user has none. */
export function defaultCacheFolder(purpose: 'classes' | 'code' | 'console' | 'fork'): string | undefined {
  try {
    return join(cachesOfUser(process), 'starbox', purpose);
  } catch {
    // In a container the user may have an id, but no name and no home folder.
    return undefined;
  }
}

function cachesOfUser({ env, platform }: NodeJS.Process): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
}

/** Options of a cache in files. */
export interface CacheFolderOptions {
  /** Is called once if the folder cannot be used, with the reason. */
  readonly warn: (text: string) => void;
  readonly maxBytes?: number | undefined;
}

/** The files of the class cache. The default is room for some five hundred classes of an ordinary size. */
export const classCacheFiles = (folder: string, { warn, maxBytes = 256 * 2 ** 20 }: CacheFolderOptions) =>
  cacheFolder(folder, maxBytes, warn);

/** The files of the fork cache. */
export const forkCacheFiles = (folder: string, { warn, maxBytes = 1024 * 2 ** 20 }: CacheFolderOptions) =>
  cacheFolder(folder, maxBytes, warn);

/**
 * A cache of files in a folder that only the user can write. The folder is created with the first write, so that only the user can read
 * it. A folder that others can write is not used, and a file that others can have written is removed. The total size is limited; the least
 * recently used files are removed first (LRU).
 */
function cacheFolder(folder: string, maxBytes: number, warn: (text: string) => void) {
  let left = -1;
  let touched: Promise<void> = Promise.resolve();
  let isUsable: boolean | undefined;

  /** Whether the folder exists and only this user can write to it. */
  const check = async (): Promise<boolean> => {
    if (isUsable !== undefined) return isUsable;
    let problem: string | undefined;
    try {
      const found = await stat(folder);
      problem = found.isDirectory() ? foreignHand(found) : 'is not a folder';
    } catch (error) {
      if (isMissing(error)) return false;
      problem = `cannot be read: ${ioReason(error)}`;
    }
    // Two requests may have found the same.
    if (isUsable === undefined && problem !== undefined)
      warn(
        `The cache in ${folder} is not used, because this folder ${problem}. Change that, or choose another folder.`,
      );
    return (isUsable = problem === undefined);
  };

  const grow = async (bytes: number): Promise<boolean> => {
    if (isUsable === undefined)
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        // What is there instead of a folder is named by the check.
        if (!['EEXIST', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) throw error;
      });
    if (!(await check())) return false;
    left -= bytes;
    if (left >= 0) return true;
    await touched;
    left = await prune(folder, maxBytes);
    return true;
  };

  return {
    /** The content of a file; undefined if it does not exist, or if this user did not write it. */
    async read(name: string): Promise<string | undefined> {
      if (!(await check())) return undefined;
      const path = join(folder, name);
      try {
        const text = await readOwn(path, maxBytes);
        if (text === undefined) {
          // Nothing is added to it either.
          await rm(path, { force: true });
          return undefined;
        }
        const now = new Date();
        // Marks the file as recently used. The reader does not wait for that.
        touched = utimes(path, now, now).catch(() => undefined);
        return text;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    /** Writes a file atomically, also if other processes write the same one. False if the folder cannot be used. */
    async write(name: string, text: string): Promise<boolean> {
      if (!(await grow(text.length))) return false;
      // A file that a power failure damaged fails its checksum and is created again.
      await atomicWrite(join(folder, name), text, { mode: 0o600, durable: false });
      return true;
    },

    /** True in a folder that cannot be used: nobody else makes the file there. */
    claim: async (name: string): Promise<boolean> =>
      !(await grow(0).catch(() => false)) || (await claimFile(join(folder, name))),

    dropClaim: (name: string): Promise<void> => dropClaim(join(folder, name)),

    waitForClaim: (name: string): Promise<void> => waitForClaim(join(folder, name)),

    async append(name: string, text: string): Promise<void> {
      if (await grow(text.length)) await appendFile(join(folder, name), text, { mode: 0o600 });
    },
  };
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The text of a file that only this user can have written; undefined if it is another one, no regular file, or too large. */
async function readOwn(path: string, maxBytes: number): Promise<string | undefined> {
  try {
    const { file, stats } = await openRegular(path);
    try {
      if (foreignHand(stats) !== undefined || stats.size > maxBytes) return undefined;
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof UnfitFileError) return undefined;
    throw error;
  }
}

/** Removes the least recently used files until nine tenths of the limit are left. Returns the bytes that may still be written. */
async function prune(folder: string, maxBytes: number): Promise<number> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      return { path, size: found?.size ?? 0, used: found?.mtimeMs ?? 0 };
    }),
  );
  files.sort((a, b) => a.used - b.used);
  let size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > maxBytes)
    for (const file of files) {
      if (size <= maxBytes * 0.9) break;
      await rm(file.path, { force: true });
      size -= file.size;
    }
  return Math.max(0, maxBytes - size);
}
