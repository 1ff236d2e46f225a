import type { FeltKey } from '../../felt/key.ts';

const CHUNK_BYTES = 2 ** 20;
const encoder = new TextEncoder();

/** The words of a number, least significant first, and the same memory as bytes. */
const words = new BigUint64Array(8);
const wordBytes = new Uint8Array(words.buffer);
const MAX_WORD = 2n ** 64n - 1n;

const SHORT_TEXT = 32;
function isShortAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** Collects the bytes of a state file in chunks. */
export class ByteWriter {
  readonly #full: Uint8Array[] = [];
  #chunk = new Uint8Array(CHUNK_BYTES);
  #at = 0;

  /** Makes room for bytes that belong together. */
  #reserve(count: number): void {
    if (this.#at + count <= this.#chunk.length) return;
    this.#full.push(this.#chunk.subarray(0, this.#at));
    this.#chunk = new Uint8Array(Math.max(CHUNK_BYTES, count));
    this.#at = 0;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#chunk[this.#at++] = value;
  }

  /** A count up to 2^53 - 1: seven bits in each byte, the lowest first. */
  count(value: number): void {
    this.#reserve(8);
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#chunk[this.#at++] = (rest % 128) + 128;
    this.#chunk[this.#at++] = rest;
  }

  /** A natural number of up to 400 bits: the number of its bytes, then the bytes, the lowest first. */
  natural(value: bigint): void {
    let rest = value;
    let used = 1;
    words[0] = rest;
    for (; rest > MAX_WORD; words[used++] = rest) rest >>= 64n;
    used *= 8;
    while (used > 0 && wordBytes[used - 1] === 0) used--;
    this.#reserve(1 + used);
    this.#chunk[this.#at++] = used;
    for (let i = 0; i < used; i++) this.#chunk[this.#at++] = wordBytes[i]!;
  }

  /** A list of natural numbers. */
  naturals(values: readonly bigint[]): void {
    this.count(values.length);
    for (let i = 0; i < values.length; i++) this.natural(values[i]!);
  }

  /** The felt of a key, at an index of a longer text: written like a natural number. */
  key(text: FeltKey | string, index = 0): void {
    let units = 16;
    while (units > 0 && text.charCodeAt(index + units - 1) === 0) units--;
    const used = units > 0 && text.charCodeAt(index + units - 1) < 256 ? 2 * units - 1 : 2 * units;
    this.#reserve(2 + 2 * units);
    this.#chunk[this.#at++] = used;
    for (let i = 0; i < units; i++) {
      const unit = text.charCodeAt(index + i);
      this.#chunk[this.#at++] = unit;
      this.#chunk[this.#at++] = unit >>> 8;
    }
    // An upper half that is zero is not written.
    this.#at -= 2 * units - used;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#chunk.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** A text: one byte for each character if it is ASCII, else UTF-16, which can represent every JavaScript string. */
  text(text: string): void {
    const isAscii = text.length < SHORT_TEXT ? isShortAscii(text) : encoder.encode(text).length === text.length;
    this.byte(isAscii ? 0 : 1);
    this.count(text.length);
    this.#reserve(2 * text.length);
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      this.#chunk[this.#at++] = unit;
      if (!isAscii) this.#chunk[this.#at++] = unit >>> 8;
    }
  }

  /** All chunks, in order. */
  get chunks(): readonly Uint8Array[] {
    return [...this.#full, this.#chunk.subarray(0, this.#at)];
  }
}
