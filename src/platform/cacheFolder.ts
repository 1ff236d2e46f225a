import { appendFile, mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { atomicWrite } from './atomicWrite.ts';

/** Where this system keeps what can be had again: a folder of the user's own. Undefined for a user who has none. */
export function defaultCacheFolder(purpose: 'classes' | 'code' | 'fork'): string | undefined {
  try {
    return join(cachesOfUser(process), 'starbox', purpose);
  } catch {
    // In a container the user may be a mere number, without a home.
    return undefined;
  }
}

function cachesOfUser({ env, platform }: NodeJS.Process): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
}

/** The files of the class cache. The default is room for some five hundred classes of an ordinary size. */
export const classCacheFiles = (folder: string, mostBytes = 256 * 2 ** 20) => cacheFolder(folder, mostBytes);

/** The files of the fork cache. */
export const forkCacheFiles = (folder: string, mostBytes = 1024 * 2 ** 20) => cacheFolder(folder, mostBytes);

/**
 * Files of one folder that nobody but the user can read; it is made when it is first written to. All files together have
 * so many bytes: the ones that were not used for longest go first.
 */
function cacheFolder(folder: string, mostBytes: number) {
  let left = -1;
  let touched: Promise<void> = Promise.resolve();
  const grow = async (bytes: number) => {
    if (left < 0) await mkdir(folder, { recursive: true, mode: 0o700 });
    left -= bytes;
    if (left >= 0) return;
    await touched;
    left = await prune(folder, mostBytes);
  };
  return {
    /** Undefined when there is no such file. */
    async read(name: string): Promise<string | undefined> {
      const path = join(folder, name);
      try {
        const text = await readFile(path, 'utf8');
        const now = new Date();
        // Used now: what others need less goes first. Whoever reads need not wait for that.
        touched = utimes(path, now, now).catch(() => undefined);
        return text;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },

    /** Whole or not at all, whoever else writes the same. */
    async write(name: string, text: string): Promise<void> {
      await grow(text.length);
      // What a power failure damages fails its checksum and is made again.
      await atomicWrite(join(folder, name), text, { mode: 0o600, durable: false });
    },

    async append(name: string, text: string): Promise<void> {
      await grow(text.length);
      await appendFile(join(folder, name), text, { mode: 0o600 });
    },
  };
}

/** Removes the files that were not used for longest until the rest is within nine tenths; the bytes that are left to use. */
async function prune(folder: string, mostBytes: number): Promise<number> {
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
  if (size > mostBytes)
    for (const file of files) {
      if (size <= mostBytes * 0.9) break;
      await rm(file.path, { force: true });
      size -= file.size;
    }
  return Math.max(0, mostBytes - size);
}
