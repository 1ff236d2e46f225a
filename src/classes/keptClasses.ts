import { finishInSlices } from '../async/steps.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import type { ClassFiles } from './classFiles.ts';
import type { DeclaredClass } from './declaredClass.ts';
import { contentKey, keptText, readKept } from './keptClass.ts';

/** By then whoever declared a class has the answer, and most likely the next one too. */
const PAUSE_MS = 200;

/** What a cache of classes is made of. */
export interface KeptClassesParts {
  readonly files: ClassFiles;
  /** Changes whenever the compiler does. */
  readonly compilerStamp: string;
  /** Told what was found and kept, and why something could not be. */
  readonly log?: (text: string) => void;
}

/**
 * Compiled classes between runs, so that a machine compiles each once. Nothing that goes wrong here reaches whoever
 * declares: what cannot be read is compiled, and what cannot be written is compiled again next time.
 */
export class KeptClasses {
  readonly #files: ClassFiles;
  readonly #stamp: string;
  readonly #log: (text: string) => void;
  readonly #waiting = new Map<string, DeclaredClass>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isBroken = false;

  constructor({ files, compilerStamp, log = () => undefined }: KeptClassesParts) {
    this.#files = files;
    this.#stamp = compilerStamp;
    this.#log = log;
  }

  /** Names all that decides how a class is compiled. */
  keyOf(definition: SierraClass): string {
    return contentKey(definition, this.#stamp);
  }

  async find(key: string, definition: SierraClass): Promise<DeclaredClass | undefined> {
    try {
      const text = await this.#files.read(fileOf(key));
      if (text === undefined) return undefined;
      const kept = readKept(text, key, definition);
      this.#log(kept ? `${fileOf(key)} was compiled before` : `${fileOf(key)} is damaged and is made anew`);
      return kept;
    } catch (error) {
      this.#log(`${fileOf(key)} cannot be read: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** Keeps a compiled class, a little later. */
  keep(key: string, declared: DeclaredClass): void {
    if (this.#isBroken) return;
    this.#waiting.set(key, declared);
    this.#timer ??= setTimeout(() => void this.flush(), PAUSE_MS);
    // A process that ends writes the rest itself, with flush.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Writes what waits, and resolves once all is written. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [key, declared] of this.#waiting) this.#writing = this.#writing.then(() => this.#write(key, declared));
    this.#waiting.clear();
    await this.#writing;
  }

  async #write(key: string, declared: DeclaredClass): Promise<void> {
    if (this.#isBroken) return;
    try {
      await this.#files.write(fileOf(key), await finishInSlices(keptText(declared, key)));
      this.#log(`${fileOf(key)} is kept`);
    } catch (error) {
      // Told once: the next one would fail alike.
      this.#isBroken = true;
      this.#log(`compiled classes cannot be kept: ${reasonOf(error)}`);
    }
  }
}

const fileOf = (key: string) => `${key}.class`;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
