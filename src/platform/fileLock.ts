import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { link, readFile, rename, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { randomHex } from './randomHex.ts';
import { openRegular, readHead, UnfitFileError } from './regularFile.ts';
import { removeTemporary, temporaryName } from './temporaryFile.ts';

/** The error for a file that another process has locked. */
export class FileInUse extends Error {
  override readonly name = 'FileInUse';
  /** The process that has locked it. */
  readonly who: string;

  constructor(name: string, lockPath: string, holder: Holder | undefined) {
    const who = holder ? `process ${holder.pid}${isHere(holder) ? '' : ` on ${holder.host}`}` : 'another process';
    super(`${name} is in use by ${who} (${lockPath}). End that one, or choose another file.`);
    this.who = who;
  }
}

/** The process that holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
}

const isHere = ({ host }: Holder): boolean => host === hostname();

/** The content of a lock file. The holder is undefined while the file is being written, or if the process was killed during that. */
interface Lock {
  readonly text: string;
  readonly holder: Holder | undefined;
}

const STEP_MS = 50;

export interface LockPatience {
  /** How long to wait for a holder that is about to end, as after a restart. */
  readonly endingMs: number;
  /**
   * A holder updates its lock file four times in this time, and is gone if it did not once: its id alone may be one of another machine, or
   * given to another process after its end.
   */
  readonly silenceMs: number;
}
const PATIENCE: LockPatience = { endingMs: 2000, silenceMs: 8000 };
/** Lock files are never longer. */
const LONGEST_LOCK = 4096;

const lockPathOf = (path: string) => `${path}.lock`;

/** The locks that this process holds. */
const held = new Set<FileLock>();

/** Releases all locks when the process ends. */
export function releaseLocks(): void {
  for (const lock of held) lock.release();
}

/** Keeps other processes of this program from writing to a file, with a lock file beside it. */
export class FileLock {
  readonly #lockPath: string;
  readonly #text: string;
  readonly #signs: NodeJS.Timeout;

  private constructor(lockPath: string, text: string, silenceMs: number) {
    this.#lockPath = lockPath;
    this.#text = text;
    this.#signs = setInterval(() => {
      const now = new Date();
      utimes(lockPath, now, now).catch(() => undefined);
    }, silenceMs / 4).unref();
    if (held.size === 0) process.once('exit', releaseLocks);
    held.add(this);
  }

  /**
   * Locks a file whose links are resolved; messages call it `name`. Throws FileInUse, or the system's error if the lock file cannot be
   * created.
   */
  static async take(path: string, name: string, patience = PATIENCE): Promise<FileLock> {
    const lockPath = lockPathOf(path);
    const text = JSON.stringify({ pid: process.pid, host: hostname(), token: randomHex(12) });
    const deadline = performance.now() + patience.endingMs;
    let tookAway = false;
    for (;;) {
      if (create(lockPath, text)) {
        // Another process that found the same abandoned lock may have removed this new one, and a third may have created its own.
        if (tookAway) await pause(STEP_MS);
        if (!tookAway || (await readLock(lockPath))?.text === text)
          return new FileLock(lockPath, text, patience.silenceMs);
      }
      let found = await readLock(lockPath);
      if (found && !found.holder) {
        // Another process may have created it just now and not written it yet.
        await pause(STEP_MS);
        found = await readLock(lockPath);
      }
      if (found === undefined) continue;
      if (await isAbandoned(lockPath, found, patience.silenceMs)) tookAway = await takeAway(path, found);
      else if (performance.now() > deadline) {
        // The holder may have ended while its signs of life were waited for.
        found = await readLock(lockPath);
        if (found) throw new FileInUse(name, lockPath, found.holder);
      } else await pause(STEP_MS);
    }
  }

  /** Removes the lock, unless another process has replaced it. */
  release(): void {
    clearInterval(this.#signs);
    held.delete(this);
    if (held.size === 0) process.off('exit', releaseLocks);
    try {
      if (readFileSync(this.#lockPath, 'utf8') === this.#text) rmSync(this.#lockPath);
    } catch {
      // The folder was removed, or the next process will find an abandoned lock.
    }
  }
}

/** Throws FileInUse if another process has locked a file; messages call it `name`. */
export async function checkNotInUse(path: string, name: string): Promise<void> {
  const lockPath = lockPathOf(path);
  const { holder } = (await readLock(lockPath).catch(() => undefined)) ?? {};
  if (!holder || hasEnded(holder) || (isHere(holder) && holder.pid === process.pid)) return;
  if (Date.now() - (await signOf(lockPath)) < PATIENCE.silenceMs) throw new FileInUse(name, lockPath, holder);
}

/** Creates the lock file and returns whether that worked: if several processes try, the system lets one create it. */
function create(lockPath: string, text: string): boolean {
  try {
    writeFileSync(lockPath, text, { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function readLock(lockPath: string): Promise<Lock | undefined> {
  const found = await openRegular(lockPath).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!found) return undefined;
  try {
    const text = (await readHead(found, LONGEST_LOCK)).toString('utf8');
    const holder = holderOf(text);
    if (!holder && text !== '')
      throw new UnfitFileError(`${lockPath} is no lock of ours. Choose another file, or remove it.`);
    return { text, holder };
  } finally {
    await found.file.close();
  }
}

function holderOf(text: string): Holder | undefined {
  try {
    const { pid, host } = JSON.parse(text) as Partial<Holder>;
    return Number.isInteger(pid) && pid! > 0 && pid! < 2 ** 31 && typeof host === 'string'
      ? { pid: pid!, host }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the system knows that a process is gone; not for processes of other machines and containers. */
function hasEnded(holder: Holder): boolean {
  if (!isHere(holder)) return false;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    // No permission to send a signal means that the process exists.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Whether the holder of a lock is gone. It is not if it updates the file meanwhile, which is watched: the clock is another machine's. */
async function isAbandoned(lockPath: string, found: Lock, silenceMs: number): Promise<boolean> {
  if (found.holder && hasEnded(found.holder)) return true;
  const sign = await signOf(lockPath);
  for (const end = performance.now() + silenceMs; performance.now() < end; ) {
    await pause(STEP_MS);
    if ((await signOf(lockPath)) !== sign) return false;
  }
  return (await readLock(lockPath))?.text === found.text;
}

const signOf = (lockPath: string): Promise<number> =>
  stat(lockPath).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** Removes an abandoned lock. Restores the lock file if it turns out to be a new one of another process. */
async function takeAway(path: string, abandoned: Lock): Promise<true> {
  const lockPath = lockPathOf(path);
  const away = temporaryName(path);
  try {
    await rename(lockPath, away);
    if ((await readFile(away, 'utf8')) !== abandoned.text) await link(away, lockPath);
  } catch (error) {
    // Another process was faster.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    await removeTemporary(away);
  }
  return true;
}
