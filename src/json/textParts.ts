/** A long text in parts, which are not joined before they are written. */
export type TextParts = readonly string[];

/** V8 keeps texts of more than 128 kB apart from others, and making, copying and collecting one takes several times as long. */
const PART_CHARS = 2 ** 16;

/** Joins short texts to parts. */
export class PartsBuilder {
  readonly #parts: string[] = [];
  #texts: string[] = [];
  #chars = 0;

  add(text: string): void {
    this.#texts.push(text);
    this.#chars += text.length;
    if (this.#chars >= PART_CHARS) this.#join();
  }

  finish(): TextParts {
    this.#join();
    return this.#parts;
  }

  #join(): void {
    if (this.#texts.length > 0) this.#parts.push(this.#texts.join(''));
    this.#texts = [];
    this.#chars = 0;
  }
}
