/** The variables of a state, by number: a `Map`, or `SharedVariables`, which is cheaper to copy. */
export interface Variables<V> {
  readonly size: number;
  get(variable: number): V | undefined;
  has(variable: number): boolean;
  set(variable: number, value: V): unknown;
  delete(variable: number): boolean;
  keys(): Iterable<number>;
  values(): Iterable<V>;
  [Symbol.iterator](): Iterator<[number, V]>;
}

/** From this many variables on, copies share their common entries. */
const MIN_SHARED_SIZE = 256;
/** The most changes that a copy holds before it builds a new base map. */
const MAX_CHANGES = 64;

/**
 * Gives two equal sets of variables that can change independently. Real programs have few live variables at a branch, and a plain
 * copy is fastest. A program with thousands of live variables would take time and memory for all of them at every branch.
 */
export function fork<V>(variables: Variables<V>): readonly [Variables<V>, Variables<V>] {
  if (variables.size < MIN_SHARED_SIZE) return [variables, new Map(variables)];
  const shared = variables instanceof SharedVariables ? variables : new SharedVariables(new Map(variables));
  return [shared, shared.copy()];
}

/** Variables stored as changes to a base map that several copies share. */
export class SharedVariables<V> implements Variables<V> {
  /** Never changed. */
  #base: ReadonlyMap<number, V>;
  /** The entries that were set, and undefined for entries that were deleted. */
  #changes: Map<number, V | undefined>;
  #size: number;

  constructor(base: ReadonlyMap<number, V>, changes = new Map<number, V | undefined>(), size = base.size) {
    this.#base = base;
    this.#changes = changes;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  copy(): SharedVariables<V> {
    if (this.#changes.size > MAX_CHANGES) {
      this.#base = new Map(this);
      this.#changes = new Map();
    }
    return new SharedVariables(this.#base, new Map(this.#changes), this.#size);
  }

  get(variable: number): V | undefined {
    return this.#changes.has(variable) ? this.#changes.get(variable) : this.#base.get(variable);
  }

  has(variable: number): boolean {
    return this.get(variable) !== undefined;
  }

  set(variable: number, value: V): void {
    if (!this.has(variable)) {
      this.#size++;
      // As in a Map, an entry that is deleted and set again comes last.
      this.#changes.delete(variable);
    }
    this.#changes.set(variable, value);
  }

  delete(variable: number): boolean {
    if (!this.has(variable)) return false;
    this.#size--;
    if (this.#base.has(variable)) this.#changes.set(variable, undefined);
    else this.#changes.delete(variable);
    return true;
  }

  *keys(): Generator<number> {
    for (const [variable] of this) yield variable;
  }

  *values(): Generator<V> {
    for (const [, value] of this) yield value;
  }

  *[Symbol.iterator](): Generator<[number, V]> {
    for (const entry of this.#base) if (!this.#changes.has(entry[0])) yield entry;
    for (const [variable, value] of this.#changes) if (value !== undefined) yield [variable, value];
  }
}
