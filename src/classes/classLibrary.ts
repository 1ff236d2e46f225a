import type { Steps } from '../async/steps.ts';
import { restIfDue } from '../async/turns.ts';
import type { Felt } from '../felt/felt.ts';
import type { BackgroundHasher } from '../felt/hashing.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { sierraClassFormula, sierraClassHashSteps } from '../sierra/hash/sierraClassHash.ts';
import { cairo0DeclaredClass } from './cairo0DeclaredClass.ts';
import type { ClassCache } from './classCache.ts';
import type { compileSierraSteps } from './compileClass.ts';
import { compileWithMemory } from './compileMemory.ts';
import { contentKey } from './contentKey.ts';
import { type Cairo0Class, type ClassDefinition, classBytes, type DeclaredClass } from './declaredClass.ts';

/** What a class library may be given. */
export interface ClassLibraryParts {
  /** Classes that earlier runs compiled. */
  readonly cache?: ClassCache | undefined;
  /** Computes class hashes in the background while classes are compiled. */
  readonly hasher?: BackgroundHasher | undefined;
  /** The memory of the classes that stay in the library, about. */
  readonly memoryBytes?: number;
  /** The compiler; tests count its calls. */
  readonly compile?: CompileSteps;
}

type CompileSteps = typeof compileSierraSteps;

const MEMORY_BYTES = 32 * 2 ** 20;
const ZERO = 0n as Felt;

interface Entry {
  readonly compiled: Promise<DeclaredClass>;
  /** Zero until it is compiled. */
  bytes: number;
}

/**
 * Compiles classes, each once. A client estimates a declaration, then sends it, and every request brings a new copy of the class: so
 * the library finds Sierra classes by their content. It remembers the most recently used ones (LRU) within a number of bytes.
 * With a cache, a class is compiled once for all runs.
 */
export class ClassLibrary {
  readonly #cache: ClassCache | undefined;
  readonly #hasher: BackgroundHasher | undefined;
  readonly #memoryBytes: number;
  readonly #compiler: CompileSteps | undefined;
  /** By definition, classes that cannot be compiled among them: one request asks for its class several times. */
  readonly #ofDefinitions = new WeakMap<ClassDefinition, Promise<DeclaredClass>>();
  /** By content, the least recently used one first. */
  readonly #recent = new Map<string, Entry>();
  #bytes = 0;

  constructor(parts: ClassLibraryParts = {}) {
    this.#cache = parts.cache;
    this.#hasher = parts.hasher;
    this.#memoryBytes = parts.memoryBytes ?? MEMORY_BYTES;
    this.#compiler = parts.compile;
  }

  /**
   * Compiles and hashes a class when there is memory for it, in slices of 20 ms so that requests are answered in between. The same
   * definition gives the same promise.
   */
  compile(definition: ClassDefinition, { isAwaitedByExecution = false } = {}): Promise<DeclaredClass> {
    let compiled = this.#ofDefinitions.get(definition);
    if (!compiled) {
      compiled =
        definition.kind === 'sierra' ? this.#byContent(definition, isAwaitedByExecution) : compileCairo0(definition);
      this.#ofDefinitions.set(definition, compiled);
    }
    return compiled;
  }

  /** Resolves when the classes that were compiled are in the cache. */
  async flush(): Promise<void> {
    await this.#cache?.flush();
  }

  async #byContent(definition: SierraClass, isAwaitedByExecution: boolean): Promise<DeclaredClass> {
    // COST: the key of the largest class takes 40 ms, after it was read.
    const rest = restIfDue();
    if (rest) await rest;
    const key = contentKey(definition);
    const entry = this.#recent.get(key) ?? this.#add(key, definition, isAwaitedByExecution);
    this.#recent.delete(key);
    this.#recent.set(key, entry);
    return entry.compiled;
  }

  #add(key: string, definition: SierraClass, isAwaitedByExecution: boolean): Entry {
    const entry: Entry = { compiled: this.#findOrCompile(key, definition, isAwaitedByExecution), bytes: 0 };
    entry.compiled.then(
      (declared) => this.#count(entry, declared),
      () => this.#recent.delete(key),
    );
    return entry;
  }

  /** Counts a class that has been compiled, and removes others from the library until it is within its memory. */
  #count(added: Entry, declared: DeclaredClass): void {
    added.bytes = classBytes(declared);
    this.#bytes += added.bytes;
    for (const [key, entry] of this.#recent) {
      if (this.#bytes <= this.#memoryBytes) return;
      // The client that sent the newest class probably uses it next. One that is still being compiled takes no memory yet.
      if (entry === added || entry.bytes === 0) continue;
      this.#recent.delete(key);
      this.#bytes -= entry.bytes;
    }
  }

  async #findOrCompile(key: string, definition: SierraClass, isAwaitedByExecution: boolean): Promise<DeclaredClass> {
    const found = await this.#cache?.find(key, definition);
    if (found) return found;
    // Most tests declare nothing, and the compiler is an eighth of the code of the library.
    const compile = this.#compiler ?? (await import('./compileClass.ts')).compileSierraSteps;
    const steps = this.#hashAndCompile(definition, compile);
    try {
      const compiled = await compileWithMemory(definition.sierraProgram.length, isAwaitedByExecution, steps);
      this.#cache?.save(key, compiled);
      return compiled;
    } catch (error) {
      await this.#cache?.giveUp(key);
      throw error;
    }
  }

  *#hashAndCompile(definition: SierraClass, compile: CompileSteps): Steps<DeclaredClass> {
    const deferred = this.#hasher?.begin(sierraClassFormula(definition), 1, ZERO);
    if (deferred) return yield* compile(definition, () => deferred.settle()[0]!);
    const classHash = yield* sierraClassHashSteps(definition);
    yield;
    return yield* compile(definition, () => classHash);
  }
}

// Nothing is gained by finding Cairo 0 classes by their content: they are few, and their hash takes most of the time.
const compileCairo0 = async (definition: Cairo0Class): Promise<DeclaredClass> => cairo0DeclaredClass(definition);
