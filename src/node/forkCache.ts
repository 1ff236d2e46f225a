import { appendFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** All files together; the ones that were not used for longest go first. */
const MOST_BYTES = 1024 * 2 ** 20;

/** Where this system keeps what can be fetched again. */
export function defaultCacheFolder(): string {
  const { env, platform } = process;
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'starbox', 'fork');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'starbox', 'fork');
  return join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'starbox', 'fork');
}

/** The cache of forks in a folder, which is made when it is first written to. */
export function forkCache(folder: string, mostBytes = MOST_BYTES) {
  let left = -1;
  const grow = async (bytes: number) => {
    if (left < 0) await mkdir(folder, { recursive: true });
    left -= bytes;
    if (left < 0) left = await prune(folder, mostBytes);
  };
  return {
    async read(name: string): Promise<string | undefined> {
      const path = join(folder, name);
      try {
        const text = await readFile(path, 'utf8');
        const now = new Date();
        // Used now: what others need less goes first.
        await utimes(path, now, now).catch(() => undefined);
        return text;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },

    async write(name: string, text: string): Promise<void> {
      await grow(text.length);
      const path = join(folder, name);
      const draft = `${path}.${process.pid}.new`;
      await writeFile(draft, text);
      await rename(draft, path);
    },

    async append(name: string, text: string): Promise<void> {
      await grow(text.length);
      await appendFile(join(folder, name), text);
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
