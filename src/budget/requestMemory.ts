import { type MemoryHold, MemoryRefused, type WaitOptions, type WorkMemory, workMemory } from './workMemory.ts';

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
 * Nobody waits with a long text, or for the memory of one with a share: two such requests could wait for each other. What was kept before
 * becomes a part of the share.
 */
export class RequestMemory {
  readonly #budget: WorkMemory;
  readonly #signal: WaitOptions['signal'];
  #hold: MemoryHold | undefined;
  /** What earlier executions for the same request left for its answer; that of a request with a share is a part of the share. */
  #kept: MemoryHold | undefined;
  #keptBytesInShare = 0;
  /** The text of its answer; that of a request with a share is a part of the share. */
  #text: MemoryHold | undefined;
  #textBytesInShare = 0;

  /** The signal of the request ends its waits. */
  constructor(budget = workMemory, signal?: WaitOptions['signal']) {
    this.#budget = budget;
    this.#signal = signal;
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
    if (!this.#hold) this.#share(this.#budget.take('executions', this.#missingBytes));
    return this.isLarge;
  }

  /** What a share needs beside what is kept already. */
  get #missingBytes(): number {
    return Math.max(0, this.mostBytes - this.keptBytes);
  }

  #share(hold: MemoryHold | undefined): void {
    this.#hold = hold;
    if (!hold || !this.#kept) return;
    this.#keptBytesInShare = this.#kept.bytes;
    hold.takeOver(this.#kept);
    this.#kept = undefined;
  }

  /**
   * Waits for a share; a write goes first. Throws TextGivenUp if the request has a long text: whoever writes it starts again with a share.
   * Throws MemoryRefused if it keeps too much to wait.
   */
  async waitLarge(isUrgent: boolean, signal = this.#signal): Promise<void> {
    if (this.#hold) return;
    if (this.#text) {
      this.#text.end();
      this.#text = undefined;
      throw new TextGivenUp();
    }
    this.#share(await this.#budget.wait('executions', this.#missingBytes, { isUrgent, kept: this.#kept, signal }));
  }

  /** What the answer keeps of executions that have ended. */
  get keptBytes(): number {
    return (this.#kept?.bytes ?? 0) + this.#keptBytesInShare + this.#textBytesInShare;
  }

  /** Keeps something until the answer is written. Returns false if others use the memory, or if it is more than one request may use. */
  keep(bytes: number): boolean {
    if (this.#keptBytesInShare + (this.#kept?.bytes ?? 0) + bytes > this.mostBytes) return false;
    if (!this.#hold) {
      this.#kept ??= this.#budget.hold('answers');
      return this.#kept.grow(bytes);
    }
    if (!this.#growShare(this.keptBytes + bytes)) return false;
    this.#keptBytesInShare += bytes;
    return true;
  }

  /** Executions use less of a share the more is kept, but what is kept and written together may be more. */
  #growShare(bytes: number): boolean {
    return bytes <= this.#hold!.bytes || this.#hold!.grow(bytes - this.#hold!.bytes);
  }

  /** What was kept so far is in the text of the answer now. */
  dropKept(): void {
    this.#kept?.end();
    this.#kept = undefined;
    this.#keptBytesInShare = 0;
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
    if (this.#hold) {
      if (!this.#growShare(this.#keptBytesInShare + bytes)) throw new MemoryRefused();
      this.#textBytesInShare = bytes;
      return true;
    }
    const held = this.#text?.bytes ?? 0;
    this.#text ??= this.#budget.hold('answers');
    const mayGrow = bytes <= SHORT_TEXT_BYTES || this.#budget.waiting === 0;
    if (mayGrow && this.#text.grow(bytes - held)) return true;
    this.#text.end();
    this.#text = await this.#budget.wait('answers', bytes, { kept: this.#kept, signal: this.#signal });
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
    this.#keptBytesInShare = 0;
    this.#textBytesInShare = 0;
  }
}
