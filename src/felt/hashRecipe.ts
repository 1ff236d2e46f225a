// A hash formula written down as data in shared memory, so that two threads can compute it together: the worker takes its steps in
// order, the main thread from the end, and each skips what the other has done.
import { type Felt, P } from './felt.ts';
import type { HashFormula, Hashing } from './hashing.ts';
import type { KernelExports } from './kernel.ts';

/** The index of a step: it stands for the felt that the step will compute. */
type Step = number & { readonly __step: true };

/** A felt as four words, the least significant first. */
const SLOT_WORDS = 4;
const SLOT_BYTES = 32;
/** A result is a felt, or a sponge. */
const RESULT_SLOTS = 3;
const RESULT_WORDS = RESULT_SLOTS * SLOT_WORDS;

/** What a step does with its inputs, which are consecutive slots. */
const MANY = 0;
const PAIR = 1;
/** Adds a small number to its one input. With 0 it is a value that is given: the one before, or a result. */
const PLUS = 2;
/** A part of a long list, so that a thread can go on where another one is. Its first inputs are the sponge: the state so far, three felts. */
const PART = 3;
const LAST_PART = 4;
/** The length of a part. */
const PART_FELTS = 64;
/** A list with more felts is hashed in parts. */
const LONG_LIST = 2 * PART_FELTS;

/** A step: what to do, its first input, the number of inputs or the addend, and the end of its links. */
const STEP_LENGTH = 4;
/** A link: an input, and the step whose result it is. The links of a step follow those of the step before. */
const LINK_LENGTH = 2;

/** The largest recipe: enough for the program of any class but the largest. */
const MAX_SLOTS = 1 << 16;
const MAX_STEPS = 1 << 12;
const MAX_LINKS = 2 * MAX_STEPS;

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

/** A recipe as it is sent to a worker, which then works on the same memory. */
export interface SharedRecipe {
  readonly buffer: SharedArrayBuffer;
  readonly slots: number;
  readonly steps: number;
  readonly links: number;
  /** How many hashes it has. They are the results of the last steps. */
  readonly count: number;
}

/**
 * A formula as data. The value that it builds on is its first input, which must be set before it is computed. If two threads compute the
 * same step at the same time, both write the same result.
 */
export class HashRecipe {
  readonly shared: SharedRecipe;
  readonly #inputs: BigUint64Array;
  readonly #results: BigUint64Array;
  readonly #steps: Int32Array;
  readonly #links: Int32Array;
  /** 1 for each step whose result is written. */
  readonly #done: Int32Array;

  constructor(shared: SharedRecipe) {
    const { buffer, slots, steps, links } = shared;
    this.shared = shared;
    let at = 0;
    const next = (bytes: number): number => (at += bytes) - bytes;
    this.#inputs = new BigUint64Array(buffer, next(SLOT_BYTES * slots), SLOT_WORDS * slots);
    this.#results = new BigUint64Array(buffer, next(RESULT_SLOTS * SLOT_BYTES * steps), RESULT_WORDS * steps);
    this.#steps = new Int32Array(buffer, next(4 * STEP_LENGTH * steps), STEP_LENGTH * steps);
    this.#links = new Int32Array(buffer, next(4 * LINK_LENGTH * links), LINK_LENGTH * links);
    this.#done = new Int32Array(buffer, next(4 * steps), steps);
  }

  static create(inputs: BigUint64Array, steps: Int32Array, links: Int32Array, count: number): HashRecipe {
    const sizes = {
      slots: inputs.length / SLOT_WORDS,
      steps: steps.length / STEP_LENGTH,
      links: links.length / LINK_LENGTH,
    };
    const bytes =
      SLOT_BYTES * (sizes.slots + RESULT_SLOTS * sizes.steps) + 4 * (steps.length + links.length + sizes.steps);
    const recipe = new HashRecipe({ buffer: new SharedArrayBuffer(bytes), ...sizes, count });
    recipe.#inputs.set(inputs);
    recipe.#steps.set(steps);
    recipe.#links.set(links);
    return recipe;
  }

  /** Sets the value that the formula builds on. */
  setBefore(before: Felt): void {
    writeSlot(this.#inputs, 0, before);
  }

  /** Computes the steps in order. */
  compute(kernel: KernelExports): readonly Felt[] {
    for (let step = 0; step < this.shared.steps; step++) if (!this.#isDone(step)) this.#compute(step, kernel);
    return this.#hashes();
  }

  /** Computes the steps from the end, so that it meets another thread that computes them in order. */
  computeBackwards(kernel: KernelExports): readonly Felt[] {
    const { steps, count } = this.shared;
    for (let step = steps - 1; step >= steps - count; step--) this.#computeWithInputs(step, kernel);
    return this.#hashes();
  }

  #computeWithInputs(step: number, kernel: KernelExports): void {
    if (this.#isDone(step)) return;
    for (let link = this.#linkEnd(step) - 1; link >= this.#linkEnd(step - 1); link--)
      this.#computeWithInputs(this.#links[LINK_LENGTH * link + 1]!, kernel);
    this.#compute(step, kernel);
  }

  #compute(step: number, kernel: KernelExports): void {
    const [steps, links] = [this.#steps, this.#links];
    const what = steps[STEP_LENGTH * step]!;
    const from = steps[STEP_LENGTH * step + 1]!;
    const number = steps[STEP_LENGTH * step + 2]!;
    const inputs = what === PLUS ? 1 : number;
    const room = 1 + Math.max(inputs, RESULT_SLOTS);
    const area = kernel.borrow(SLOT_BYTES * room);
    const slots = new BigUint64Array(kernel.memory.buffer, area, SLOT_WORDS * room);
    slots.set(this.#inputs.subarray(SLOT_WORDS * from, SLOT_WORDS * (from + inputs)), SLOT_WORDS);
    for (let link = this.#linkEnd(step - 1); link < this.#linkEnd(step); link++) {
      const source = links[LINK_LENGTH * link + 1]!;
      const words = steps[STEP_LENGTH * source] === PART ? RESULT_WORDS : SLOT_WORDS;
      const result = RESULT_WORDS * source;
      slots.set(this.#results.subarray(result, result + words), SLOT_WORDS * (1 + links[LINK_LENGTH * link]! - from));
    }
    if (what === MANY) kernel.poseidonMany(area, area + SLOT_BYTES, inputs);
    else if (what === PAIR) kernel.poseidonPermute(area + SLOT_BYTES);
    else if (what === PART || what === LAST_PART) {
      const felts = area + SLOT_BYTES * (1 + RESULT_SLOTS);
      kernel.poseidonContinue(area + SLOT_BYTES, felts, inputs - RESULT_SLOTS, Number(what === LAST_PART));
    } else {
      const sum = readSlot(slots, 1) + BigInt(number);
      writeSlot(slots, 1, (sum >= P ? sum - P : sum) as Felt);
    }
    const out = what === MANY ? 0 : SLOT_WORDS;
    this.#results.set(slots.subarray(out, out + RESULT_WORDS), RESULT_WORDS * step);
    Atomics.store(this.#done, step, 1);
  }

  #linkEnd(step: number): number {
    return step < 0 ? 0 : this.#steps[STEP_LENGTH * step + 3]!;
  }

  #isDone(step: number): boolean {
    return Atomics.load(this.#done, step) === 1;
  }

  #hashes(): readonly Felt[] {
    const { steps, count } = this.shared;
    return Array.from({ length: count }, (_, i) => readSlot(this.#results, RESULT_SLOTS * (steps - count + i)));
  }
}

/** Writes recipes, one after the other, into buffers that it reuses. */
export class RecipeWriter implements Hashing<Step> {
  // The system provides this memory page by page when it is first written, so an unused rest costs nothing.
  readonly #inputs = new BigUint64Array(SLOT_WORDS * MAX_SLOTS);
  readonly #steps = new Int32Array(STEP_LENGTH * MAX_STEPS);
  readonly #links = new Int32Array(LINK_LENGTH * MAX_LINKS);
  #slotCount = 0;
  #stepCount = 0;
  #linkCount = 0;
  #isFull = false;

  /** The recipe of a formula with `count` hashes; undefined if it is too large. The value it builds on is set later. */
  write(formula: HashFormula, count: number): HashRecipe | undefined {
    this.#slotCount = 0;
    this.#stepCount = 0;
    this.#linkCount = 0;
    this.#isFull = false;
    const results = formula<Step>(this, this.plus(0n as Felt, 0));
    for (const result of results) this.plus(result, 0);
    if (this.#isFull) return undefined;
    return HashRecipe.create(
      this.#inputs.subarray(0, SLOT_WORDS * this.#slotCount),
      this.#steps.subarray(0, STEP_LENGTH * this.#stepCount),
      this.#links.subarray(0, LINK_LENGTH * this.#linkCount),
      count,
    );
  }

  many(items: readonly (Felt | Step)[]): Step {
    if (items.length > LONG_LIST) return this.#manyInParts(items);
    const from = this.#slotCount;
    for (let i = 0; i < items.length; i++) this.#add(items[i]!);
    return this.#step(MANY, from, items.length);
  }

  #manyInParts(items: readonly (Felt | Step)[]): Step {
    let sponge: Felt | Step = 0n as Felt;
    for (let at = 0; ; at += PART_FELTS) {
      const from = this.#slotCount;
      const isLast = items.length - at <= PART_FELTS;
      this.#add(sponge);
      for (let i = 1; i < RESULT_SLOTS; i++) this.#add(0n as Felt);
      const end = isLast ? items.length : at + PART_FELTS;
      for (let i = at; i < end; i++) this.#add(items[i]!);
      sponge = this.#step(isLast ? LAST_PART : PART, from, RESULT_SLOTS + end - at);
      if (isLast) return sponge;
    }
  }

  pair(a: Felt | Step, b: Felt | Step): Step {
    const from = this.#slotCount;
    this.#add(a);
    this.#add(b);
    this.#add(2n as Felt);
    return this.#step(PAIR, from, 3);
  }

  plus(value: Felt | Step, addend: number): Step {
    const from = this.#slotCount;
    this.#add(value);
    return this.#step(PLUS, from, addend);
  }

  /** Adds an input: a felt, or a link to the step that computes it. */
  #add(value: Felt | Step): void {
    if (this.#slotCount === MAX_SLOTS || this.#linkCount === MAX_LINKS) this.#isFull = true;
    if (this.#isFull) return;
    if (typeof value === 'bigint') writeSlot(this.#inputs, this.#slotCount, value);
    else {
      const at = LINK_LENGTH * this.#linkCount++;
      this.#links[at] = this.#slotCount;
      this.#links[at + 1] = value;
    }
    this.#slotCount++;
  }

  #step(what: number, from: number, number: number): Step {
    if (this.#stepCount === MAX_STEPS) this.#isFull = true;
    if (this.#isFull) return 0 as Step;
    const at = STEP_LENGTH * this.#stepCount;
    this.#steps[at] = what;
    this.#steps[at + 1] = from;
    this.#steps[at + 2] = number;
    this.#steps[at + 3] = this.#linkCount;
    return this.#stepCount++ as Step;
  }
}
