import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The temporary files of this process that are there now. */
const inUse = new Set<string>();

/**
 * The name under which a file is written before it takes its place: beside the target, so that a rename suffices, and
 * with a random part, so that neither another process nor another write of this one has the same. The file is removed
 * when the process ends, unless it was renamed or removed before: tell `temporaryGone`.
 */
export function temporaryName(path: string): string {
  const name = `${path}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`;
  if (inUse.size === 0) process.once('exit', removeTemporaryFiles);
  inUse.add(name);
  return name;
}

/** The file has another name now, or is gone. */
export function temporaryGone(name: string): void {
  inUse.delete(name);
  if (inUse.size === 0) process.off('exit', removeTemporaryFiles);
}

/** Removes a temporary file; one that cannot be removed is left to the next start. */
export async function removeTemporary(name: string): Promise<void> {
  await rm(name, { force: true }).catch(() => undefined);
  temporaryGone(name);
}

/** Removes all temporary files of this process at once: for a process that ends. */
export function removeTemporaryFiles(): void {
  for (const name of inUse)
    try {
      rmSync(name, { force: true });
    } catch {
      // Left to the next start.
    }
}

/** Earlier releases counted where the name is random now. */
const SUFFIX = /^\.\d+\.(?:[0-9a-f]{12}|\d+)\.tmp$/;

/** Removes the temporary files that processes which were killed have left of one target, which must be locked. */
export async function removeLeftovers(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  for (const found of await readdir(folder).catch(() => [])) {
    if (!found.startsWith(name) || !SUFFIX.test(found.slice(name.length)) || inUse.has(join(folder, found))) continue;
    await rm(join(folder, found), { force: true }).catch(() => undefined);
  }
}
