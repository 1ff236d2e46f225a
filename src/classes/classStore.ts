import { finish, type Steps } from '../async/steps.ts';
import type { Felt } from '../felt/felt.ts';
import type { BackgroundHasher } from '../felt/hashing.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { sierraClassFormula, sierraClassHashSteps } from '../sierra/hash/sierraClassHash.ts';
import { cairo0DeclaredClass } from './cairo0DeclaredClass.ts';
import { compileSierraSteps } from './compileClass.ts';
import type { ClassDefinition, DeclaredClass } from './declaredClass.ts';

/** A client estimates a declaration and then sends it: what was compiled last stays at hand. COST: a large class is some 10 MB. */
const RECENT = 4;
const ZERO = 0n as Felt;

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
  readonly #compile: typeof compileSierraSteps;

  constructor(compile = compileSierraSteps) {
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

  /** The class of a definition, compiled unless it is known; in steps, between which others may have their turn. */
  *declareSteps(definition: ClassDefinition): Steps<DeclaredClass> {
    if (definition.kind === 'cairo0') return this.keep(cairo0DeclaredClass(definition));
    // Hashing a Sierra class costs a small part of compiling it.
    const classHash = yield* sierraClassHashSteps(definition);
    const known = this.get(classHash);
    if (known) return known;
    yield;
    return this.keep(yield* this.#compile(definition, () => classHash));
  }

  /** The same for a Sierra class that is compiled in any case: its hash is computed beside that, where somebody does. */
  *compileSteps(definition: SierraClass, hasher: BackgroundHasher): Steps<DeclaredClass> {
    const late = hasher.begin(sierraClassFormula(definition), 1, ZERO);
    const classHash = late ? undefined : yield* sierraClassHashSteps(definition);
    return this.keep(yield* this.#compile(definition, () => classHash ?? late!.settle()[0]!));
  }

  declare(definition: ClassDefinition): DeclaredClass {
    return finish(this.declareSteps(definition));
  }
}
