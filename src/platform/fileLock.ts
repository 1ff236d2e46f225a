import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { link, readFile, rename, stat, utimes } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { lifeOf, ownIdentity, type ProcessIdentity } from './processIdentity.ts';
import { openRegular, readHead, UnfitFileError } from './regularFile.ts';
import { removeTemporary, temporaryName } from './temporaryFile.ts';

/** A file that another process holds. */
export class FileInUse extends Error {
  override readonly name = 'FileInUse';

  constructor(name: string, lockPath: string, holder: ProcessIdentity | undefined) {
    const who = holder ? `process ${holder.pid}${isHere(holder) ? '' : ` on ${holder.host}`}` : 'another process';
    super(`${name} is in use by ${who} (${lockPath}). End that one, or choose another file.`);
  }
}

const isHere = ({ place }: ProcessIdentity) => place === ownIdentity().place;

/** What a lock file says; its holder is undefined while it is being written, and when the process was killed just then. */
interface Lock {
  readonly text: string;
  readonly holder: ProcessIdentity | undefined;
}

/** How often a holder shows that it is there, to processes that cannot look for it. */
const SIGN_OF_LIFE_MS = 2000;
const STEP_MS = 50;

export interface LockPatience {
  /** How long to wait for a holder that is just ending, as after a restart. */
  readonly endingMs: number;
  /** A holder elsewhere that gives no sign of life for so long is gone. */
  readonly silenceMs: number;
}
const PATIENCE: LockPatience = { endingMs: 2000, silenceMs: 4 * SIGN_OF_LIFE_MS };
/** Nothing of ours is longer. */
const LONGEST_LOCK = 4096;

const lockPathOf = (path: string) => `${path}.lock`;

/** The locks that this process holds. */
const held = new Set<FileLock>();

/** Releases all locks: for a process that ends. */
export function releaseLocks(): void {
  for (const lock of held) lock.release();
}

/** Keeps other processes of ours from writing to a file, by a second file beside it. */
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
   * Locks a file whose links are resolved; `name` is what messages call it. Throws FileInUse, or the system's error when
   * there can be no lock.
   */
  static async take(path: string, name: string, patience = PATIENCE): Promise<FileLock> {
    const lockPath = lockPathOf(path);
    const text = JSON.stringify({ ...ownIdentity(), token: randomBytes(12).toString('hex') });
    const deadline = performance.now() + patience.endingMs;
    let tookAway = false;
    for (;;) {
      if (create(lockPath, text)) {
        // Somebody who found the same abandoned lock may have taken this one for it, and a third have come between.
        if (tookAway) await pause(STEP_MS);
        if (!tookAway || (await readLock(lockPath))?.text === text) return new FileLock(lockPath, text);
      }
      let found = await readLock(lockPath);
      if (found && !found.holder) {
        // Made by another process this moment, perhaps, and not written yet.
        await pause(STEP_MS);
        found = await readLock(lockPath);
      }
      if (found === undefined) continue;
      if (await isAbandoned(lockPath, found, patience.silenceMs)) tookAway = await takeAway(path, found);
      else if (performance.now() > deadline) throw new FileInUse(name, lockPath, found.holder);
      else await pause(STEP_MS);
    }
  }

  /** Removes the lock, unless somebody has taken it away. */
  release(): void {
    clearInterval(this.#signs);
    held.delete(this);
    if (held.size === 0) process.off('exit', releaseLocks);
    try {
      if (readFileSync(this.#lockPath, 'utf8') === this.#text) rmSync(this.#lockPath);
    } catch {
      // It is gone with its folder, or will be found abandoned.
    }
  }
}

/** Throws FileInUse when a process other than this one holds a file; `name` is what messages call it. */
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

/** Whether the lock is ours now: of all who try at once, the system lets one make the file. */
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

/** Whether the holder of a lock is gone. One that cannot be looked for, on another machine say, is listened to. */
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

/** Takes an abandoned lock away; gives back one that somebody else has made in its place meanwhile. */
async function takeAway(path: string, abandoned: Lock): Promise<true> {
  const lockPath = lockPathOf(path);
  const away = temporaryName(path);
  try {
    await rename(lockPath, away);
    if ((await readFile(away, 'utf8')) !== abandoned.text) await link(away, lockPath);
  } catch (error) {
    // Somebody else was faster.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    await removeTemporary(away);
  }
  return true;
}
