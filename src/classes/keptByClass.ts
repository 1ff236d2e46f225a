import { workMemory } from '../budget/workMemory.ts';
import type { ClassDefinition } from './declaredClass.ts';

interface Kept {
  readonly definition: WeakRef<ClassDefinition>;
  readonly bytes: number;
}

/**
 * What tools made of classes by compiling them again. What was used last is kept within a number of bytes, as long as the class is there, until
 * other work needs the memory.
 */
export class KeptByClass<V extends object> {
  readonly #values = new WeakMap<ClassDefinition, V>();
  readonly #maxBytes: number;
  readonly #bytesOf: (value: V) => number;
  /** The least recently used one first. */
  #order: Kept[] = [];

  constructor(maxBytes: number, bytesOf: (value: V) => number, budget = workMemory) {
    this.#maxBytes = maxBytes;
    this.#bytesOf = bytesOf;
    const bytes = () => this.bytes;
    budget.addCache({
      get bytes() {
        return bytes();
      },
      reclaim: () => this.#drop(),
    });
  }

  get bytes(): number {
    return this.#order.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get(definition: ClassDefinition): V | undefined {
    const value = this.#values.get(definition);
    if (value) this.#use(definition, value);
    return value;
  }

  set(definition: ClassDefinition, value: V): void {
    this.#values.set(definition, value);
    this.#use(definition, value);
    while (this.bytes > this.#maxBytes) this.#drop();
  }

  #use(definition: ClassDefinition, value: V): void {
    // Classes that are gone took what was kept of them along.
    this.#order = this.#order.filter(({ definition: other }) => ![undefined, definition].includes(other.deref()));
    this.#order.push({ definition: new WeakRef(definition), bytes: this.#bytesOf(value) });
  }

  /** Drops the least recently used one. Returns false if there is none. */
  #drop(): boolean {
    const oldest = this.#order.shift();
    const definition = oldest?.definition.deref();
    if (definition) this.#values.delete(definition);
    return oldest !== undefined;
  }
}
