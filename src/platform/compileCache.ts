import { lstatSync, mkdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname } from 'node:path';
import { foreignHand } from './foreignHand.ts';

/** Functions of node:module in Node 22.8 and 22.10 and later. */
interface CompileCacheModule {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly flushCompileCache?: () => void;
}
const { enableCompileCache, flushCompileCache } = nodeModule as CompileCacheModule;

/**
 * Enables Node's compile cache: Node stores the code that V8 compiles in a folder and uses what an earlier process stored there. V8 runs
 * that code unchecked, so only this user may be able to write to the folder. Node versions without a compile cache start without one.
 */
export function startCompileCache(folder: string | undefined, enable = enableCompileCache): void {
  if (folder === undefined || !enable || process.env['NODE_DISABLE_COMPILE_CACHE'] !== undefined) return;
  if (isOnlyOurs(folder)) enable(folder);
}

/** Writes the compile cache now instead of at exit, because a process may be killed. */
export const saveCompileCache = (): void => flushCompileCache?.();

/** Whether only this user can write to the folder or rename it. Creates it if it does not exist. */
function isOnlyOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return [folder, dirname(folder)].every(isPrivateFolder);
  } catch {
    return false;
  }
}

function isPrivateFolder(path: string): boolean {
  const found = lstatSync(path);
  return found.isDirectory() && foreignHand(found) === undefined;
}
