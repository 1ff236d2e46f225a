import { type MemoryHold, type WorkMemory, workMemory } from './workMemory.ts';

/** The most memory that the execution for one request may use: its machine (512 MB), and the values that it keeps. */
const MOST_BYTES = 608 * 2 ** 20;
/** The part of a smaller budget that it may use. */
const MOST_PART = 0.75;

/**
 * The memory that the work for one request keeps until its answer is written. A usual request keeps little and has no share of its own. One
 * whose execution grows large needs a share, of which there is one at a time.
 */
export class RequestMemory {
  readonly #budget: WorkMemory;
  #hold: MemoryHold | undefined;
  /** What earlier executions for the same request left for its answer. */
  #kept: MemoryHold | undefined;

  constructor(budget = workMemory) {
    this.#budget = budget;
  }

  /** The most bytes that an execution may use with a share. */
  get mostBytes(): number {
    return Math.min(MOST_BYTES, Math.floor(this.#budget.limitBytes * MOST_PART));
  }

  /** Whether the request has a share. */
  get isLarge(): boolean {
    return this.#hold !== undefined;
  }

  /** Takes a share, if there is one now. */
  tryLarge(): boolean {
    this.#hold ??= this.#budget.take('executions', this.mostBytes);
    return this.isLarge;
  }

  /** Waits for a share; a write goes first. */
  async waitLarge(isUrgent: boolean): Promise<void> {
    this.#hold ??= await this.#budget.wait('executions', this.mostBytes, { isUrgent });
  }

  /** What the answer keeps of executions that have ended. */
  get keptBytes(): number {
    return this.#kept?.bytes ?? 0;
  }

  /** Keeps something until the answer is written. Returns false if others use the memory. */
  keep(bytes: number): boolean {
    this.#kept ??= this.#budget.hold('answers');
    return this.#kept.grow(bytes);
  }

  /** The answer is written. */
  end(): void {
    this.#hold?.end();
    this.#kept?.end();
    this.#hold = undefined;
    this.#kept = undefined;
  }
}
