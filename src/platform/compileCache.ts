import { lstatSync, mkdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname } from 'node:path';

/** The part of node:module that Node has from 22.8 and 22.10 on. */
interface CompileCacheModule {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly flushCompileCache?: () => void;
}
const { enableCompileCache, flushCompileCache } = nodeModule as CompileCacheModule;

/**
 * Has Node keep the code that V8 compiles of this program in a folder, and use what an earlier process kept there. V8 runs
 * such code unchecked, so the folder must be one where nobody but this user can write. Node versions without a compile cache
 * start without one.
 */
export function startCompileCache(folder: string | undefined, enable = enableCompileCache): void {
  if (folder === undefined || !enable || process.env['NODE_DISABLE_COMPILE_CACHE'] !== undefined) return;
  if (isOnlyOurs(folder)) enable(folder);
}

/** Writes the code now rather than at exit: a process may be killed. */
export const saveCompileCache = (): void => flushCompileCache?.();

/** Whether nobody else can write to this folder or rename it; creates it when it does not exist. */
function isOnlyOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return [folder, dirname(folder)].every(isPrivateFolder);
  } catch {
    return false;
  }
}

/** On Windows access is decided by lists that the user's own folders inherit. There the check is only that it is a folder. */
function isPrivateFolder(path: string): boolean {
  const found = lstatSync(path);
  if (!found.isDirectory()) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
}
