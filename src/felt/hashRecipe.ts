// A hash formula written down as data, so that a worker can compute it: slots of 32 bytes, and steps over them.
import { type Felt, P } from './felt.ts';
import type { HashFormula, Hashing } from './hashing.ts';
import type { KernelExports } from './kernel.ts';

/** The index of a slot: it stands for the felt that the slot will hold. */
type Slot = number & { readonly __slot: true };

/** A formula as data. Slot 0 has the value that the formula builds on, the slots after it receive the results. */
export interface HashRecipe {
  readonly words: BigUint64Array;
  readonly steps: Int32Array;
  /** How many hashes it has. */
  readonly count: number;
}

/** A felt as four words, the least significant first. */
const SLOT_WORDS = 4;
const SLOT_BYTES = 32;
/** A step: what to do, the slot for the result, a slot or number, a length. */
const STEP_LENGTH = 4;
const COPY = 0;
const MANY = 1;
const PERMUTE = 2;
const PLUS = 3;

/** The largest recipe: enough for the program of any class but the largest. */
const MAX_SLOTS = 1 << 16;
const MAX_STEPS = 1 << 12;

function writeSlot(words: BigUint64Array, slot: number, felt: Felt): void {
  const at = SLOT_WORDS * slot;
  words[at] = felt;
  words[at + 1] = felt >> 64n;
  words[at + 2] = felt >> 128n;
  words[at + 3] = felt >> 192n;
}

function readSlot(words: BigUint64Array, slot: number): Felt {
  const at = SLOT_WORDS * slot;
  return (words[at]! | (words[at + 1]! << 64n) | (words[at + 2]! << 128n) | (words[at + 3]! << 192n)) as Felt;
}

/** Writes recipes, one after the other, into buffers that it reuses. */
export class RecipeWriter implements Hashing<Slot> {
  // The system provides this memory page by page when it is first written, so an unused rest costs nothing.
  readonly #words = new BigUint64Array(SLOT_WORDS * MAX_SLOTS);
  readonly #steps = new Int32Array(STEP_LENGTH * MAX_STEPS);
  #nextSlot = 0;
  #stepCount = 0;
  #isFull = false;

  /** The recipe of a formula with `count` hashes; undefined if it is too large. The value it builds on is set later. */
  write(formula: HashFormula, count: number): HashRecipe | undefined {
    this.#nextSlot = 1 + count;
    this.#stepCount = 0;
    this.#isFull = false;
    const results = formula<Slot>(this, 0 as Slot);
    for (let i = 0; i < count; i++) this.#put(1 + i, results[i]!);
    if (this.#isFull) return undefined;
    return {
      words: this.#words.slice(0, SLOT_WORDS * this.#nextSlot),
      steps: this.#steps.slice(0, STEP_LENGTH * this.#stepCount),
      count,
    };
  }

  many(items: readonly (Felt | Slot)[]): Slot {
    const from = this.#reserve(items.length + 1);
    if (!this.#isFull) for (let i = 0; i < items.length; i++) this.#put(from + 1 + i, items[i]!);
    return this.#step(MANY, from, from + 1, items.length);
  }

  pair(a: Felt | Slot, b: Felt | Slot): Slot {
    const at = this.#reserve(3);
    if (!this.#isFull) {
      this.#put(at, a);
      this.#put(at + 1, b);
      this.#put(at + 2, 2n as Felt);
    }
    return this.#step(PERMUTE, at, 0, 0);
  }

  plus(value: Felt | Slot, addend: number): Slot {
    const at = this.#reserve(1);
    if (!this.#isFull) this.#put(at, value);
    return this.#step(PLUS, at, addend, 0);
  }

  /** Makes a slot hold a value. */
  #put(slot: number, value: Felt | Slot): void {
    if (typeof value === 'bigint') writeSlot(this.#words, slot, value);
    else this.#step(COPY, slot, value, 0);
  }

  #reserve(slots: number): number {
    const at = this.#nextSlot;
    if (at + slots > MAX_SLOTS) this.#isFull = true;
    else this.#nextSlot += slots;
    return at;
  }

  #step(what: number, target: number, operand: number, count: number): Slot {
    if (this.#stepCount === MAX_STEPS) this.#isFull = true;
    if (!this.#isFull) {
      const at = STEP_LENGTH * this.#stepCount++;
      this.#steps[at] = what;
      this.#steps[at + 1] = target;
      this.#steps[at + 2] = operand;
      this.#steps[at + 3] = count;
    }
    return target as Slot;
  }
}

/** Sets the value that a recipe builds on. */
export const setBefore = ({ words }: HashRecipe, before: Felt): void => writeSlot(words, 0, before);

/** Computes a recipe with a kernel of its own. */
export function runRecipe(kernel: KernelExports, { words, steps, count }: HashRecipe): readonly Felt[] {
  const area = kernel.borrow(SLOT_BYTES * (words.length / SLOT_WORDS));
  const slots = new BigUint64Array(kernel.memory.buffer, area, words.length);
  slots.set(words);
  const address = (slot: number) => area + SLOT_BYTES * slot;
  for (let at = 0; at < steps.length; at += STEP_LENGTH) {
    const target = steps[at + 1]!;
    const operand = steps[at + 2]!;
    switch (steps[at]) {
      case COPY:
        slots.copyWithin(SLOT_WORDS * target, SLOT_WORDS * operand, SLOT_WORDS * (operand + 1));
        break;
      case MANY:
        kernel.poseidonMany(address(target), address(operand), steps[at + 3]!);
        break;
      case PERMUTE:
        kernel.poseidonPermute(address(target));
        break;
      default: {
        const sum = readSlot(slots, target) + BigInt(operand);
        writeSlot(slots, target, (sum >= P ? sum - P : sum) as Felt);
      }
    }
  }
  return Array.from({ length: count }, (_, i) => readSlot(slots, 1 + i));
}
