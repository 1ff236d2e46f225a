import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { link, readFile, rename, stat, utimes } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { lifeOf, ownIdentity, type ProcessIdentity } from './processIdentity.ts';
import { randomHex } from './randomHex.ts';
import { openRegular, readHead, UnfitFileError } from './regularFile.ts';
import { removeTemporary, temporaryName } from './temporaryFile.ts';

/** The error for a file that another process has locked. */
export class FileInUse extends Error {
  override readonly name = 'FileInUse';

  constructor(name: string, lockPath: string, holder: ProcessIdentity | undefined) {
    const who = holder ? `process ${holder.pid}${isHere(holder) ? '' : ` on ${holder.host}`}` : 'another process';
    super(`${name} is in use by ${who} (${lockPath}). End that one, or choose another file.`);
  }
}

const isHere = ({ place }: ProcessIdentity) => place === ownIdentity().place;

/** The content of a lock file. The holder is undefined while the file is being written, or if the process was killed during that. */
interface Lock {
  readonly text: string;
  readonly holder: ProcessIdentity | undefined;
}

/** How often the holder updates its lock file, for processes that cannot see whether it is alive. */
const SIGN_OF_LIFE_MS = 2000;
const STEP_MS = 50;

export interface LockPatience {
  /** How long to wait for a holder that is about to end, as after a restart. */
  readonly endingMs: number;
  /** A holder on another machine that has not updated its lock file for this time is considered gone. */
  readonly silenceMs: number;
}
const PATIENCE: LockPatience = { endingMs: 2000, silenceMs: 4 * SIGN_OF_LIFE_MS };
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

  private constructor(lockPath: string, text: string) {
    this.#lockPath = lockPath;
    this.#text = text;
    this.#signs = setInterval(() => {
      const now = new Date();
      utimes(lockPath, now, now).catch(() => undefined);
    }, SIGN_OF_LIFE_MS).unref();
    if (held.size === 0) process.once('exit', releaseLocks);
    held.add(this);
  }

  /**
   * Locks a file whose links are resolved; messages call it `name`. Throws FileInUse, or the system's error if the lock file cannot be
   * created.
   */
  static async take(path: string, name: string, patience = PATIENCE): Promise<FileLock> {
    const lockPath = lockPathOf(path);
    const text = JSON.stringify({ ...ownIdentity(), token: randomHex(12) });
    const deadline = performance.now() + patience.endingMs;
    let tookAway = false;
    for (;;) {
      if (create(lockPath, text)) {
        // Another process that found the same abandoned lock may have removed this new one, and a third may have created its own.
        if (tookAway) await pause(STEP_MS);
        if (!tookAway || (await readLock(lockPath))?.text === text) return new FileLock(lockPath, text);
      }
      let found = await readLock(lockPath);
      if (found && !found.holder) {
        // Another process may have created it just now and not written it yet.
        await pause(STEP_MS);
        found = await readLock(lockPath);
      }
      if (found === undefined) continue;
      if (await isAbandoned(lockPath, found, patience.silenceMs)) tookAway = await takeAway(path, found);
      else if (performance.now() > deadline) throw new FileInUse(name, lockPath, found.holder);
      else await pause(STEP_MS);
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
  const found = await readLock(lockPath).catch(() => undefined);
  const { holder } = found ?? {};
  if (holder && !isOwn(holder) && lifeOf(holder) !== 'gone') throw new FileInUse(name, lockPath, holder);
}

const isOwn = ({ pid, place, started }: ProcessIdentity) => {
  const own = ownIdentity();
  return pid === own.pid && place === own.place && started === own.started;
};

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

function holderOf(text: string): ProcessIdentity | undefined {
  try {
    const { pid, host, place, started } = JSON.parse(text) as Partial<ProcessIdentity>;
    const isWhole = Number.isInteger(pid) && pid! > 0 && pid! < 2 ** 31 && Number.isFinite(started);
    return isWhole && typeof host === 'string' && typeof place === 'string'
      ? { pid: pid!, host, place, started: started! }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the holder of a lock is gone. For a holder on another machine, the time of the last update decides. */
async function isAbandoned(lockPath: string, found: Lock, silenceMs: number): Promise<boolean> {
  const life = found.holder ? lifeOf(found.holder) : 'unknown';
  if (life !== 'unknown') return life === 'gone';
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
