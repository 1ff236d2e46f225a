import { finishInSlices } from '../async/steps.ts';
import type { BackgroundHasher } from '../felt/hashing.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { ClassStore } from './classStore.ts';
import type { ClassDefinition, DeclaredClass } from './declaredClass.ts';
import type { KeptClasses } from './keptClasses.ts';

const LATEST = 32;

/** What a compiler may be given. */
export interface ClassCompilerParts {
  /** Classes that earlier runs compiled: they are not compiled again. */
  readonly kept?: KeptClasses | undefined;
  readonly store?: ClassStore;
  /** Hashes classes while they are compiled. */
  readonly hasher?: BackgroundHasher | undefined;
  /** Runs the work of compiling, for whoever has to prepare something for it. */
  readonly around?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Compiles each class once: whoever brings the same class again, in whatever request, gets the same one. */
export class ClassCompiler {
  readonly #store: ClassStore;
  readonly #kept: KeptClasses | undefined;
  readonly #around: <T>(work: () => Promise<T>) => Promise<T>;
  readonly #compiled = new WeakMap<ClassDefinition, Promise<DeclaredClass>>();
  /** By content, while they are looked for. */
  readonly #underWay = new Map<string, Promise<DeclaredClass>>();
  /** By content, the latest ones as long as somebody has them. */
  readonly #latest = new Map<string, WeakRef<DeclaredClass>>();
  readonly #hasher: BackgroundHasher | undefined;

  constructor({ kept, store = new ClassStore(), hasher, around = (work) => work() }: ClassCompilerParts = {}) {
    this.#hasher = hasher;
    this.#kept = kept;
    this.#store = store;
    this.#around = around;
  }

  /** Compiles in slices of 20 ms, so that requests are answered meanwhile. */
  compile(definition: ClassDefinition): Promise<DeclaredClass> {
    let compiled = this.#compiled.get(definition);
    if (!compiled) {
      compiled =
        this.#kept && definition.kind === 'sierra'
          ? this.#findOrCompile(this.#kept, definition)
          : this.#compile(definition);
      this.#compiled.set(definition, compiled);
    }
    return compiled;
  }

  #compile(definition: ClassDefinition): Promise<DeclaredClass> {
    return this.#around(() => finishInSlices(this.#store.declareSteps(definition)));
  }

  #findOrCompile(kept: KeptClasses, definition: SierraClass): Promise<DeclaredClass> {
    const key = kept.keyOf(definition);
    const known = this.#latest.get(key)?.deref();
    if (known) return Promise.resolve(known);
    let declared = this.#underWay.get(key);
    if (!declared) {
      declared = this.#find(kept, key, definition).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, declared);
    }
    return declared;
  }

  async #find(kept: KeptClasses, key: string, definition: SierraClass): Promise<DeclaredClass> {
    const found = await kept.find(key, definition);
    const declared = found ? this.#store.keep(found) : await this.#compileUnknown(definition);
    if (!found) kept.keep(key, declared);
    this.#latest.set(key, new WeakRef(declared));
    if (this.#latest.size > LATEST) this.#latest.delete(this.#latest.keys().next().value!);
    return declared;
  }

  /** Nobody has brought its content lately, so it need not be hashed before it is compiled. */
  #compileUnknown(definition: SierraClass): Promise<DeclaredClass> {
    const hasher = this.#hasher;
    if (!hasher) return this.#compile(definition);
    return this.#around(() => finishInSlices(this.#store.compileSteps(definition, hasher)));
  }
}
