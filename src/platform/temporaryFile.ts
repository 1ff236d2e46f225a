import { rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { randomHex } from './randomHex.ts';

/** The temporary files of this process that exist now. */
const inUse = new Set<string>();

/**
 * A name for a temporary file beside its target, so that a rename can replace the target, with a random part, so that it is unique. The
 * file is removed when the process ends. After renaming or removing it, call `temporaryGone`.
 */
export function temporaryName(path: string): string {
  const name = `${path}.${process.pid}.${randomHex(6)}.tmp`;
  if (inUse.size === 0) process.once('exit', removeTemporaryFiles);
  inUse.add(name);
  return name;
}

/** To be called when a temporary file was renamed or removed. */
export function temporaryGone(name: string): void {
  inUse.delete(name);
  if (inUse.size === 0) process.off('exit', removeTemporaryFiles);
}

/** Removes a temporary file. If that fails, the next start removes it. */
export async function removeTemporary(name: string): Promise<void> {
  await rm(name, { force: true }).catch(() => undefined);
  temporaryGone(name);
}

/** Removes all temporary files of this process synchronously, when it ends. */
export function removeTemporaryFiles(): void {
  for (const name of inUse)
    try {
      rmSync(name, { force: true });
    } catch {
      // The next start removes it.
    }
}

/** Earlier releases had a counter in place of the random part. */
const SUFFIX = /^\.\d+\.(?:[0-9a-f]{12}|\d+)\.tmp$/;

/** Removes the temporary files of a target that killed processes have left. The target must be locked. */
export async function removeLeftovers(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  for (const found of await readdir(folder).catch(() => [])) {
    if (!found.startsWith(name) || !SUFFIX.test(found.slice(name.length)) || inUse.has(join(folder, found))) continue;
    await rm(join(folder, found), { force: true }).catch(() => undefined);
  }
}
