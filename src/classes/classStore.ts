import type { Felt } from '../felt/felt.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';
import { sierraClassHash } from '../sierra/hash/sierraClassHash.ts';
import { compileClass } from './compileClass.ts';
import type { ClassDefinition, DeclaredClass } from './declaredClass.ts';

/** A client estimates a declaration and then sends it: what was compiled last stays at hand. COST: a large class is some 10 MB. */
const RECENT = 4;

/**
 * The classes of all chains of a process by their hash, each compiled once. It keeps but the newest alive: any other
 * goes with the last state, block or request that names it.
 */
export class ClassStore {
  readonly #known = new Map<FeltKey, WeakRef<DeclaredClass>>();
  readonly #gone = new FinalizationRegistry<FeltKey>((key) => {
    if (!this.#known.get(key)?.deref()) this.#known.delete(key);
  });
  readonly #recent: DeclaredClass[] = [];
  readonly #compile: (definition: ClassDefinition) => DeclaredClass;

  constructor(compile: (definition: ClassDefinition) => DeclaredClass = compileClass) {
    this.#compile = compile;
  }

  get(classHash: Felt): DeclaredClass | undefined {
    return this.#known.get(keyOf(classHash))?.deref();
  }

  /** Puts a class into the store, or gives the one that is there. */
  keep(declared: DeclaredClass): DeclaredClass {
    const key = keyOf(declared.classHash);
    const known = this.#known.get(key)?.deref();
    if (known) return known;
    this.#known.set(key, new WeakRef(declared));
    this.#gone.register(declared, key);
    this.#recent.push(declared);
    if (this.#recent.length > RECENT) this.#recent.shift();
    return declared;
  }

  /** The class of a definition, compiled unless it is known. */
  declare(definition: ClassDefinition): DeclaredClass {
    // Hashing a Sierra class costs a small part of compiling it; a Cairo 0 class is only hashed and read.
    const known = definition.kind === 'sierra' ? this.get(sierraClassHash(definition)) : undefined;
    return known ?? this.keep(this.#compile(definition));
  }
}
