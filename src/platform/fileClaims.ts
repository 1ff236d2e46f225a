import { rmSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A claim says nothing any more after this time: its process may be gone, or on another machine. To make a file twice does no harm. */
const LONGEST_MS = 5000;
const STEP_MS = 20;

const claimOf = (path: string): string => `${path}.claim`;

/** The claims of this process. */
const held = new Set<string>();

/** Claims a file, with another file beside it, so that only one process makes it. False if another one is making it. */
export async function claimFile(path: string): Promise<boolean> {
  const claim = claimOf(path);
  try {
    await writeFile(claim, `${process.pid}`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && (await isStanding(claim))) return false;
    // Left by a process that was killed. In a folder that cannot be written nobody makes files.
    await rm(claim, { force: true }).catch(() => undefined);
    return true;
  }
  if (held.size === 0) process.once('exit', dropClaims);
  held.add(claim);
  return true;
}

/** Ends a claim of this process, if it has one. */
export async function dropClaim(path: string): Promise<void> {
  const claim = claimOf(path);
  if (!held.delete(claim)) return;
  if (held.size === 0) process.removeListener('exit', dropClaims);
  await rm(claim, { force: true }).catch(() => undefined);
}

/** Waits while another process makes a file. */
export async function waitForClaim(path: string): Promise<void> {
  const claim = claimOf(path);
  const end = performance.now() + LONGEST_MS;
  while (performance.now() < end && (await isStanding(claim))) await pause(STEP_MS);
}

async function isStanding(claim: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(claim);
    if (Date.now() - mtimeMs > LONGEST_MS) return false;
    const holder = Number(await readFile(claim, 'utf8'));
    // It has no number yet while it is being written.
    return holder > 0 ? isRunning(holder) : true;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function dropClaims(): void {
  for (const claim of held) rmSync(claim, { force: true });
}
