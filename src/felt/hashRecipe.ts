// Recipes: hashes that are recorded instead of computed, in memory that the hash worker shares. A recipe is a list of steps
// over slots of 32 bytes.
import { type Felt, P } from './felt.ts';
import type { Hashing } from './hashing.ts';
import type { KernelExports } from './kernel.ts';

/** The index of a slot; it stands for the felt that the slot will hold. */
export type Slot = number & { readonly __slot: true };

/** The slots from `from` to below `to`. */
export interface SlotRange {
  readonly from: number;
  readonly to: number;
}

/** A felt as four words, the least significant first. */
export const SLOT_WORDS = 4;
const SLOT_BYTES = 32;
/** A step is four numbers: the operation, the slot of the result, an operand (a slot or a number), and a count. */
export const STEP_LENGTH = 4;
const COPY = 0;
const MANY = 1;
const PERMUTE = 2;
const PLUS = 3;

export function writeSlot(words: BigUint64Array, slot: number, felt: Felt): void {
  const at = SLOT_WORDS * slot;
  words[at] = felt;
  words[at + 1] = felt >> 64n;
  words[at + 2] = felt >> 128n;
  words[at + 3] = felt >> 192n;
}

export function readSlot(words: BigUint64Array, slot: number): Felt {
  const at = SLOT_WORDS * slot;
  return (words[at]! | (words[at + 1]! << 64n) | (words[at + 2]! << 128n) | (words[at + 3]! << 192n)) as Felt;
}

/** Writes a recipe into its own range of slots. When there is no room left, it stops writing and `length` is undefined. */
export class RecipeWriter implements Hashing<Slot> {
  readonly #words: BigUint64Array;
  readonly #steps: Int32Array;
  readonly #end: number;
  #next: number;
  #stepCount = 0;
  #isFull = false;

  /** The first `results` slots of the range are reserved for the results. */
  constructor(words: BigUint64Array, steps: Int32Array, range: SlotRange, results: number) {
    this.#words = words;
    this.#steps = steps;
    this.#next = range.from + results;
    this.#end = range.to;
  }

  many(items: readonly (Felt | Slot)[]): Slot {
    const from = this.#reserve(items.length + 1);
    if (!this.#isFull) for (let i = 0; i < items.length; i++) this.put(from + 1 + i, items[i]!);
    return this.#step(MANY, from, from + 1, items.length);
  }

  pair(a: Felt | Slot, b: Felt | Slot): Slot {
    const at = this.#reserve(3);
    if (!this.#isFull) {
      this.put(at, a);
      this.put(at + 1, b);
      this.put(at + 2, 2n as Felt);
    }
    return this.#step(PERMUTE, at, 0, 0);
  }

  plus(value: Felt | Slot, addend: number): Slot {
    const at = this.#reserve(1);
    if (!this.#isFull) this.put(at, value);
    return this.#step(PLUS, at, addend, 0);
  }

  /** Sets a slot to a value, or to a copy of another slot. */
  put(slot: number, value: Felt | Slot): void {
    if (typeof value === 'bigint') writeSlot(this.#words, slot, value);
    else this.#step(COPY, slot, value, 0);
  }

  /** The first slot that is not in use. */
  get end(): number {
    return this.#next;
  }

  /** The number of steps; undefined when they did not fit. */
  get length(): number | undefined {
    return this.#isFull ? undefined : this.#stepCount;
  }

  #reserve(slots: number): number {
    const at = this.#next;
    if (at + slots > this.#end) this.#isFull = true;
    else this.#next += slots;
    return at;
  }

  #step(what: number, target: number, operand: number, count: number): Slot {
    const at = STEP_LENGTH * this.#stepCount;
    if (at + STEP_LENGTH > this.#steps.length) this.#isFull = true;
    if (!this.#isFull) {
      this.#steps[at] = what;
      this.#steps[at + 1] = target;
      this.#steps[at + 2] = operand;
      this.#steps[at + 3] = count;
      this.#stepCount++;
    }
    return target as Slot;
  }
}

/** Runs recipes with a kernel of its own. */
export class RecipeRunner {
  readonly #kernel: KernelExports;
  readonly #words: BigUint64Array;

  constructor(kernel: KernelExports, words: BigUint64Array) {
    this.#kernel = kernel;
    this.#words = words;
  }

  /** Runs the steps over a range of slots. Slots outside the range hold results of earlier recipes. */
  run(steps: Int32Array, stepCount: number, range: SlotRange, results: number): void {
    const kernel = this.#kernel;
    const { from, to } = range;
    const area = kernel.borrow(SLOT_BYTES * (to - from));
    const own = new BigUint64Array(kernel.memory.buffer, area, SLOT_WORDS * (to - from));
    own.set(this.#words.subarray(SLOT_WORDS * from, SLOT_WORDS * to));
    const address = (slot: number) => area + SLOT_BYTES * (slot - from);
    for (let at = 0; at < STEP_LENGTH * stepCount; at += STEP_LENGTH) {
      const target = steps[at + 1]!;
      const operand = steps[at + 2]!;
      switch (steps[at]) {
        case COPY: {
          const inside = operand >= from && operand < to;
          const source = inside ? own : this.#words;
          const first = SLOT_WORDS * (inside ? operand - from : operand);
          own.set(source.subarray(first, first + SLOT_WORDS), SLOT_WORDS * (target - from));
          break;
        }
        case MANY:
          kernel.poseidonMany(address(target), address(operand), steps[at + 3]!);
          break;
        case PERMUTE:
          kernel.poseidonPermute(address(target));
          break;
        default: {
          const sum = readSlot(own, target - from) + BigInt(operand);
          writeSlot(own, target - from, (sum >= P ? sum - P : sum) as Felt);
        }
      }
    }
    this.#words.set(own.subarray(0, SLOT_WORDS * results), SLOT_WORDS * from);
  }
}
