// The memory that a hash thread shares with the program: a ring of recipes, each with its state.
import { SLOT_WORDS, type SlotRange, STEP_LENGTH } from '../felt/hashRecipe.ts';

/** How many recipes there is room for; those of one half are under way while those of the other are written again. */
export const RING = 16;
/** Enough for a block of half a dozen transfers. */
const SLOTS = 1024;
const STEPS = 512;
/** For one long recipe: enough for the program of any class but the largest. Memory is taken when it is first written to. */
const LONG_SLOTS = 1 << 16;

/** Where a recipe stands. Who changes READY owns the entry until it is DONE. */
export const FREE = 0;
export const READY = 1;
export const WORKING = 2;
export const TAKEN = 3;
export const DONE = 4;

// The integers before the steps.
/** How many recipes were ever written, and how many the thread is through with. */
export const WRITTEN = 0;
export const PASSED = 1;
/** Set when the thread is up. */
export const UP = 2;
const STATES = 16;
const LENGTHS = STATES + RING;
const RESULTS = LENGTHS + RING;
const BEFORE = RESULTS + RING;
const FROM = BEFORE + RING;
const TO = FROM + RING;
const HEADER = TO + RING;

const HEADER_BYTES = 4 * HEADER;
const STEP_BYTES = 4 * STEP_LENGTH * STEPS;

/** What belongs to a recipe besides its steps. */
export interface RecipeDescription {
  /** How many steps it has. */
  readonly length: number;
  readonly results: number;
  /** The entry it builds on, -1 for none. */
  readonly before: number;
  /** The slots it uses; the first ones are for the results. */
  readonly range: SlotRange;
}

export class HashShare {
  readonly memory: SharedArrayBuffer;
  readonly words: BigUint64Array;
  readonly #integers: Int32Array;

  static create(): HashShare {
    const slots = SLOTS * RING + LONG_SLOTS;
    return new HashShare(new SharedArrayBuffer(HEADER_BYTES + RING * STEP_BYTES + 8 * SLOT_WORDS * slots));
  }

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#integers = new Int32Array(memory, 0, HEADER);
    this.words = new BigUint64Array(memory, HEADER_BYTES + RING * STEP_BYTES);
  }

  /** The steps of an entry. */
  steps(entry: number): Int32Array {
    return new Int32Array(this.memory, HEADER_BYTES + entry * STEP_BYTES, STEP_LENGTH * STEPS);
  }

  /** The slots that an entry may use. */
  room(entry: number): SlotRange {
    return { from: entry * SLOTS, to: (entry + 1) * SLOTS };
  }

  /** The slots for one long recipe. */
  get longRoom(): SlotRange {
    return { from: RING * SLOTS, to: RING * SLOTS + LONG_SLOTS };
  }

  get(counter: number): number {
    return Atomics.load(this.#integers, counter);
  }

  /** Raises a counter and wakes whoever waits for it. */
  raise(counter: number): void {
    Atomics.add(this.#integers, counter, 1);
    Atomics.notify(this.#integers, counter);
  }

  /** Sleeps while a counter has a value. */
  waitWhile(counter: number, value: number): void {
    this.#sleepWhile(counter, value);
  }

  state(entry: number): number {
    return Atomics.load(this.#integers, STATES + entry);
  }

  setState(entry: number, state: number): void {
    Atomics.store(this.#integers, STATES + entry, state);
    Atomics.notify(this.#integers, STATES + entry);
  }

  /** Takes an entry over for whoever comes first. */
  claim(entry: number, state: typeof WORKING | typeof TAKEN): boolean {
    return Atomics.compareExchange(this.#integers, STATES + entry, READY, state) === READY;
  }

  /** Sleeps while an entry has a state, but no longer than so many milliseconds. */
  waitWhileState(entry: number, state: number, milliseconds?: number): void {
    this.#sleepWhile(STATES + entry, state, milliseconds);
  }

  describe(entry: number, { length, results, before, range }: RecipeDescription): void {
    const integers = this.#integers;
    integers[LENGTHS + entry] = length;
    integers[RESULTS + entry] = results;
    integers[BEFORE + entry] = before;
    integers[FROM + entry] = range.from;
    integers[TO + entry] = range.to;
  }

  description(entry: number): RecipeDescription {
    const integers = this.#integers;
    return {
      length: integers[LENGTHS + entry]!,
      results: integers[RESULTS + entry]!,
      before: integers[BEFORE + entry]!,
      range: { from: integers[FROM + entry]!, to: integers[TO + entry]! },
    };
  }

  /** A change may wake a sleeper who has seen it already and waits for the next one: being woken says nothing, the value does. */
  #sleepWhile(at: number, value: number, milliseconds = Number.POSITIVE_INFINITY): void {
    const end = performance.now() + milliseconds;
    while (Atomics.load(this.#integers, at) === value) {
      const left = end - performance.now();
      if (left <= 0) return;
      Atomics.wait(this.#integers, at, value, left);
    }
  }
}
