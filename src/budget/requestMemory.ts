import { type MemoryHold, type WorkMemory, workMemory } from './workMemory.ts';

/** The most memory that the execution for one request may use: its machine (512 MB), and the values that it keeps. */
const MOST_BYTES = 608 * 2 ** 20;
/** The part of a smaller budget that it may use. */
const MOST_PART = 0.75;

/** The characters of an answer that are not counted: a connection has at most one answer. */
const UNCOUNTED_CHARS = 2 ** 16;
/** What a character of a long answer takes: itself, and what was written before and is not collected yet. */
const BYTES_PER_CHAR = 2;
/** An answer that takes no more than this does not wait behind large work. */
const SHORT_TEXT_BYTES = 16 * 2 ** 20;

/** The text that was written so far had to be given up, because an execution for the same answer needs a share. */
export class TextGivenUp extends Error {}

/**
 * The memory that the work for one request keeps until its answer is written. A usual request keeps little and has no share of its own. One
 * whose execution grows large needs a share, of which there is one at a time. The text of a long answer is counted as it grows.
 *
 * Nobody waits with a long text, or for the memory of one with a share: two such requests could wait for each other.
 */
export class RequestMemory {
  readonly #budget: WorkMemory;
  #hold: MemoryHold | undefined;
  /** What earlier executions for the same request left for its answer. */
  #kept: MemoryHold | undefined;
  /** The text of its answer; that of a request with a share is a part of the share. */
  #text: MemoryHold | undefined;
  #textBytesInShare = 0;

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

  /** Waits for a share; a write goes first. Throws TextGivenUp if the request has a long text: whoever writes it starts again with a share. */
  async waitLarge(isUrgent: boolean): Promise<void> {
    if (this.#hold) return;
    if (this.#text) {
      this.#text.end();
      this.#text = undefined;
      throw new TextGivenUp();
    }
    this.#hold = await this.#budget.wait('executions', this.mostBytes, { isUrgent });
  }

  /** What the answer keeps of executions that have ended. */
  get keptBytes(): number {
    return (this.#kept?.bytes ?? 0) + this.#textBytesInShare;
  }

  /** Keeps something until the answer is written. Returns false if others use the memory. */
  keep(bytes: number): boolean {
    this.#kept ??= this.#budget.hold('answers');
    return this.#kept.grow(bytes);
  }

  /** What was kept so far is in the text of the answer now. */
  dropKept(): void {
    this.#kept?.end();
    this.#kept = undefined;
  }

  /** The most characters that an answer may have. */
  get mostChars(): number {
    return Math.floor(this.mostBytes / BYTES_PER_CHAR);
  }

  /** The characters that the text of the answer may have without asking for more. */
  get textChars(): number {
    return Math.max(UNCOUNTED_CHARS, ((this.#text?.bytes ?? 0) + this.#textBytesInShare) / BYTES_PER_CHAR);
  }

  /**
   * Takes memory for a text that will have so many characters, at most `mostChars`; waits if there is not enough. Returns false if what was
   * written so far has to be given up, so that it has to be written again.
   */
  async keepText(chars: number): Promise<boolean> {
    const bytes = chars * BYTES_PER_CHAR;
    if (this.isLarge) {
      this.#textBytesInShare = bytes;
      return true;
    }
    const held = this.#text?.bytes ?? 0;
    this.#text ??= this.#budget.hold('answers');
    const mayGrow = bytes <= SHORT_TEXT_BYTES || this.#budget.waiting === 0;
    if (mayGrow && this.#text.grow(bytes - held)) return true;
    this.#text.end();
    this.#text = await this.#budget.wait('answers', bytes);
    return held === 0;
  }

  /** The answer is written. */
  end(): void {
    this.#kept?.end();
    // The server counts the same text while the client reads it.
    this.#hold?.handOver();
    this.#text?.handOver();
    this.#hold = undefined;
    this.#kept = undefined;
    this.#text = undefined;
    this.#textBytesInShare = 0;
  }
}
