import { open, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { RpcError } from '../protocol/errors.ts';

/** The folders whose files requests may name, besides the working folder. */
export interface AllowedFolders {
  /** The start-up dump file: its folder is allowed. */
  readonly dumpPath: string | undefined;
  readonly dumpDir: string | undefined;
  /** The state file, allowed wherever it is. */
  readonly statePath?: string | undefined;
}

/** Writes to the same path may overlap: each has a temporary file of its own. */
let written = 0;

const failed = (message: string) => new RpcError('dumpFailed', { message });

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or directory (os error 2)',
  EISDIR: 'Is a directory (os error 21)',
  ENOTDIR: 'Not a directory (os error 20)',
  EACCES: 'Permission denied (os error 13)',
};
const reasonOf = (error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
};

// The path with its links followed, so that a link cannot lead out of an allowed folder. The file itself may be missing.
async function realPath(path: string): Promise<string> {
  const full = resolve(path);
  try {
    return await realpath(full);
  } catch {
    const parent = dirname(full);
    return parent === full ? full : join(await realPath(parent), basename(full));
  }
}

const isBelow = (folder: string, path: string) => {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
};

/** The files of this machine as far as requests may reach them; every failure is an RpcError -5. */
export function nodeFiles({ dumpPath, dumpDir, statePath }: AllowedFolders) {
  const folders = [process.cwd(), ...(dumpPath ? [dirname(resolve(dumpPath))] : []), ...(dumpDir ? [dumpDir] : [])];

  const isAllowed = async (path: string) => {
    const real = await realPath(path);
    if (statePath !== undefined && real === (await realPath(statePath))) return true;
    for (const folder of folders) if (isBelow(await realPath(folder), real)) return true;
    return false;
  };

  return {
    async read(path: string): Promise<string> {
      // Outside the allowed folders nothing exists, as far as a request can tell.
      if (path === '' || !(await isAllowed(path))) throw failed('The file does not exist');
      try {
        return await readFile(path, 'utf8');
      } catch (error) {
        const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
        throw failed(missing ? 'The file does not exist' : `Deserialization error: ${reasonOf(error)}`);
      }
    },

    async write(path: string, content: string | Uint8Array, readers: 'owner' | 'all'): Promise<void> {
      if (!(await isAllowed(path)))
        throw failed(
          `I/O error: ${path} lies outside the working folder and the dump folders. Start with --dump-dir to allow another folder.`,
        );
      const temporary = `${path}.${process.pid}.${++written}.tmp`;
      try {
        await writeFile(temporary, content, { mode: readers === 'owner' ? 0o600 : 0o666 });
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw failed(`I/O error: ${reasonOf(error)}`);
      }
    },

    async append(path: string, item: string, readers: 'owner' | 'all'): Promise<void> {
      const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw failed(`I/O error: ${reasonOf(error)}`);
      });
      if (!file) {
        await this.write(path, `[${item}]`, readers);
        return;
      }
      try {
        if (readers === 'owner') await file.chmod(0o600);
        const { size } = await file.stat();
        const last = Buffer.alloc(1);
        if (size > 0) await file.read(last, 0, 1, size - 1);
        if (last.toString() !== ']') throw failed('Format error');
        await file.write(`, ${item}]`, size - 1);
      } finally {
        await file.close();
      }
    },

    async remove(path: string): Promise<void> {
      if (await isAllowed(path)) await rm(path, { force: true });
    },
  };
}
