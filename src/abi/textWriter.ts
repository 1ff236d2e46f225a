import { safeLine } from '../text/safeText.ts';

/** Collects a text of bounded length. Long values are written in pieces, and their writers stop when it is full. */
export class TextWriter {
  #text = '';
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#text.length > this.#most;
  }

  write(text: string): void {
    if (!this.isFull) this.#text += text;
  }

  /** Writes items with commas between them. */
  list(open: string, length: number, item: (i: number) => void, close: string): void {
    this.write(open);
    for (let i = 0; i < length && !this.isFull; i++) {
      if (i > 0) this.write(', ');
      item(i);
    }
    this.write(close);
  }

  /** The text, without characters that a terminal would act on, cut where it is too long. */
  toString(): string {
    const text = safeLine(this.#text.slice(0, this.#most));
    if (text.length <= this.#most && !this.isFull) return text;
    // An escape or a surrogate pair at the end may be cut through.
    return `${text.slice(0, this.#most).replace(/(?:\\u?[0-9a-f]{0,3}|[\ud800-\udbff])$/, '')}…`;
  }
}
