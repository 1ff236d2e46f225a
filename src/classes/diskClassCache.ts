import { finishInSlices } from '../async/steps.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import type { ClaimedFiles } from './cacheFiles.ts';
import type { ClassCache } from './classCache.ts';
import { digest } from './contentKey.ts';
import type { DeclaredClass } from './declaredClass.ts';

/** The usual pause before files are written: the client most likely has the answer to its declaration and to the next request then. */
const PAUSE_MS = 200;

/** What a class cache is made of. */
export interface DiskClassCacheParts {
  readonly files: ClaimedFiles;
  /** Changes whenever the compiler does. */
  readonly compilerStamp: string;
  /** Gets a line for each class that is found or saved, and the reason if one could not be. */
  readonly log?: (text: string) => void;
  /** Gets, once, the reason why classes cannot be saved. */
  readonly warn?: (text: string) => void;
  /** How long a class waits before its file is written. */
  readonly pauseMs?: number;
}

/**
 * A class cache in files, so that a machine compiles each class once. Its errors never reach the client that declares a
 * class: a file that cannot be read is compiled again, and a file that cannot be written is missing next time.
 */
export class DiskClassCache implements ClassCache {
  readonly #files: ClaimedFiles;
  readonly #stamp: string;
  readonly #log: (text: string) => void;
  readonly #warn: (text: string) => void;
  readonly #pauseMs: number;
  readonly #waiting = new Map<string, DeclaredClass>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isBroken = false;

  constructor({ files, compilerStamp, log = () => undefined, warn = log, pauseMs = PAUSE_MS }: DiskClassCacheParts) {
    this.#files = files;
    this.#stamp = compilerStamp;
    this.#log = log;
    this.#warn = warn;
    this.#pauseMs = pauseMs;
  }

  async find(key: string, definition: SierraClass): Promise<DeclaredClass | undefined> {
    const name = this.fileName(key);
    const found = await this.#read(name, definition);
    if (found || this.#isBroken || (await this.#files.claim(name))) return found;
    this.#log(`${name} is being compiled by another process`);
    await this.#files.waitForClaim(name);
    return this.#read(name, definition);
  }

  async #read(name: string, definition: SierraClass): Promise<DeclaredClass | undefined> {
    try {
      const text = await this.#files.read(name);
      if (text === undefined) return undefined;
      const { readCachedClass } = await loadCachedClass();
      const cached = readCachedClass(text, name, definition);
      this.#log(cached ? `${name} is in the cache` : `${name} is damaged and is compiled again`);
      return cached;
    } catch (error) {
      this.#log(`${name} cannot be read: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** Saves a compiled class after a pause. */
  save(key: string, compiled: DeclaredClass): void {
    this.#waiting.set(this.fileName(key), compiled);
    this.#timer ??= setTimeout(() => void this.flush(), this.#pauseMs);
    // A process that ends calls flush.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  giveUp(key: string): Promise<void> {
    return this.#files.dropClaim(this.fileName(key));
  }

  /** Writes the classes that wait, and resolves when all are written. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [name, compiled] of this.#waiting) this.#writing = this.#writing.then(() => this.#write(name, compiled));
    this.#waiting.clear();
    await this.#writing;
  }

  /** The file of a class. Its name covers everything that decides how the class is compiled. */
  fileName(key: string): string {
    return `${digest(`${this.#stamp}\n${key}`)}.class`;
  }

  async #write(name: string, compiled: DeclaredClass): Promise<void> {
    try {
      if (this.#isBroken) return;
      const { cachedClassText } = await loadCachedClass();
      if (await this.#files.write(name, await finishInSlices(cachedClassText(compiled, name))))
        this.#log(`${name} is saved`);
      else this.#isBroken = true;
    } catch (error) {
      // Logged once, because the next one would fail for the same reason.
      this.#isBroken = true;
      this.#warn(`compiled classes cannot be saved: ${reasonOf(error)}`);
    } finally {
      await this.#files.dropClaim(name);
    }
  }
}

/** Imported when it is used, which the start of the server is not. */
const loadCachedClass = () => import('./cachedClass.ts');

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
