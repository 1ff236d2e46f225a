import { appendFile, mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { atomicWrite } from './atomicWrite.ts';

/** The user's own folder for caches on this system; undefined if the user has none. */
export function defaultCacheFolder(purpose: 'classes' | 'code' | 'fork'): string | undefined {
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

/** The files of the class cache. The default is room for some five hundred classes of an ordinary size. */
export const classCacheFiles = (folder: string, maxBytes = 256 * 2 ** 20) => cacheFolder(folder, maxBytes);

/** The files of the fork cache. */
export const forkCacheFiles = (folder: string, maxBytes = 1024 * 2 ** 20) => cacheFolder(folder, maxBytes);

/**
 * A cache of files in a folder that only the user can read. The folder is created with the first write. The total size is limited;
 * the least recently used files are removed first (LRU).
 */
function cacheFolder(folder: string, maxBytes: number) {
  let left = -1;
  let touched: Promise<void> = Promise.resolve();
  const grow = async (bytes: number) => {
    if (left < 0) await mkdir(folder, { recursive: true, mode: 0o700 });
    left -= bytes;
    if (left >= 0) return;
    await touched;
    left = await prune(folder, maxBytes);
  };
  return {
    /** The content of a file; undefined if it does not exist. */
    async read(name: string): Promise<string | undefined> {
      const path = join(folder, name);
      try {
        const text = await readFile(path, 'utf8');
        const now = new Date();
        // Marks the file as recently used. The reader does not wait for that.
        touched = utimes(path, now, now).catch(() => undefined);
        return text;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },

    /** Writes a file atomically, also if other processes write the same one. */
    async write(name: string, text: string): Promise<void> {
      await grow(text.length);
      // A file that a power failure damaged fails its checksum and is created again.
      await atomicWrite(join(folder, name), text, { mode: 0o600, durable: false });
    },

    async append(name: string, text: string): Promise<void> {
      await grow(text.length);
      await appendFile(join(folder, name), text, { mode: 0o600 });
    },
  };
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
