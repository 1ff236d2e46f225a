import type { Steps } from '../async/steps.ts';
import type { FeltKey } from '../felt/key.ts';

/** The length of all chunks. Those whose bytes were used are filled again: V8 collects large buffers late. */
const CHUNK_BYTES = 2 ** 20;
const SPARE_CHUNKS = 4;
const encoder = new TextEncoder();

/** The words of a number, least significant first, and the same memory as bytes and as half words. */
const words = new BigUint64Array(8);
const wordBytes = new Uint8Array(words.buffer);
const halves = new Uint32Array(words.buffer);
const MAX_WORD = 2n ** 64n - 1n;

/** The bytes of a felt and their number. Four bytes are written at once, so a few after the last one may be overwritten. */
const FELT_ROOM = 40;
const FELT_HALVES = 8;

// Most large numbers of a chain occur again and again: addresses, selectors, a hash in two places. Shifting one allocates three others.
const KNOWN_SLOTS = 2 ** 12;

/** The bytes of a half word without leading zeros. */
const usedBytes = (half: number): number => 4 - (Math.clz32(half) >>> 3);

/** The characters that are encoded at once in their place, where they need room for three bytes each. */
const LONG_TEXT = 2 ** 16;
function isAsciiText(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** Whether a character of two halves begins at a position. */
const isPairAt = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;

/** The number of bytes of a text in UTF-8. COST: encoding it would leave a large buffer to V8. */
function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    // A pair has four bytes together.
    if (isPairAt(text, i)) i++;
  }
  return bytes;
}

/** The number of bytes that `count` writes. */
function countLength(value: number): number {
  let length = 1;
  for (let rest = value; rest > 127; rest = Math.floor(rest / 128)) length++;
  return length;
}

/** Collects the bytes of a state file in chunks. */
export class ByteWriter {
  #full: Uint8Array[] = [];
  readonly #spare: Uint8Array<ArrayBuffer>[] = [];
  #chunk = new Uint8Array(CHUNK_BYTES);
  #at = 0;
  /** The number of bytes in full chunks. */
  #before = 0;
  /** Views the memory of the chunk. */
  #view = new DataView(this.#chunk.buffer);
  /** Large numbers that were written, each in the slot of its lowest bits, and their half words and lengths. */
  readonly #known: bigint[] = new Array(KNOWN_SLOTS).fill(0n);
  readonly #knownHalves = new Uint32Array(KNOWN_SLOTS * FELT_HALVES);
  readonly #knownLengths = new Uint8Array(KNOWN_SLOTS);

  /** Makes room for bytes that belong together, which are much less than a chunk. */
  #reserve(count: number): void {
    if (this.#at + count <= CHUNK_BYTES) return;
    this.#full.push(this.#chunk.subarray(0, this.#at));
    this.#before += this.#at;
    this.#chunk = this.#spare.pop() ?? new Uint8Array(CHUNK_BYTES);
    this.#view = new DataView(this.#chunk.buffer);
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
    words[0] = value;
    if (value > MAX_WORD) {
      this.#large(value);
      return;
    }
    this.#reserve(FELT_ROOM);
    const low = halves[0]!;
    const high = halves[1]!;
    const used = high === 0 ? usedBytes(low) : 4 + usedBytes(high);
    const view = this.#view;
    const at = this.#at;
    view.setUint8(at, used);
    view.setUint32(at + 1, low, true);
    view.setUint32(at + 5, high, true);
    this.#at = at + 1 + used;
  }

  /** A number of more than 64 bits. Its first word is set. */
  #large(value: bigint): void {
    const slot = halves[0]! % KNOWN_SLOTS;
    const start = slot * FELT_HALVES;
    if (this.#known[slot] !== value) {
      let rest = value;
      let last = 0;
      while (rest > MAX_WORD) {
        rest >>= 64n;
        words[++last] = rest;
      }
      let used = 8 * last + 8;
      while (wordBytes[used - 1] === 0) used--;
      if (used > 4 * FELT_HALVES) {
        this.byte(used);
        this.bytes(wordBytes.subarray(0, used));
        return;
      }
      this.#known[slot] = value;
      this.#knownLengths[slot] = used;
      for (let i = 0; i < FELT_HALVES; i++) this.#knownHalves[start + i] = halves[i]!;
    }
    this.#reserve(FELT_ROOM);
    const used = this.#knownLengths[slot]!;
    const known = this.#knownHalves;
    const view = this.#view;
    const at = this.#at;
    view.setUint8(at, used);
    for (let i = 0; i < FELT_HALVES; i++) view.setUint32(at + 1 + 4 * i, known[start + i]!, true);
    this.#at = at + 1 + used;
  }

  /** A list of natural numbers. */
  naturals(values: readonly bigint[]): void {
    this.count(values.length);
    for (let i = 0; i < values.length; i++) this.natural(values[i]!);
  }

  /** The felt of a key, at an index of a longer text: written like a natural number. */
  key(text: FeltKey | string, index = 0): void {
    this.#reserve(FELT_ROOM);
    const view = this.#view;
    const at = this.#at;
    let used = 0;
    for (let i = 0; i < FELT_HALVES; i++) {
      const half = text.charCodeAt(index + 2 * i) | (text.charCodeAt(index + 2 * i + 1) << 16);
      view.setUint32(at + 1 + 4 * i, half, true);
      if (half !== 0) used = 4 * i + usedBytes(half);
    }
    view.setUint8(at, used);
    this.#at = at + 1 + used;
  }

  bytes(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      this.#reserve(1);
      const part = bytes.subarray(from, from + CHUNK_BYTES - this.#at);
      this.#chunk.set(part, this.#at);
      this.#at += part.length;
      from += part.length;
    }
  }

  /** The same for many bytes, with pauses. */
  *longBytes(bytes: Uint8Array): Steps<void> {
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
      this.bytes(bytes.subarray(from, from + CHUNK_BYTES));
      if (from + CHUNK_BYTES < bytes.length) yield;
    }
  }

  /** The bytes of a text in UTF-8, after their number; with pauses if it is long. */
  *utf8(text: string): Steps<void> {
    if (text.length > LONG_TEXT) {
      this.count(utf8Bytes(text));
      for (let from = 0; from < text.length; ) {
        const end = from + LONG_TEXT - (isPairAt(text, from + LONG_TEXT - 1) ? 1 : 0);
        this.#reserve(3 * LONG_TEXT);
        this.#at += encoder.encodeInto(text.slice(from, end), this.#chunk.subarray(this.#at)).written;
        from = end;
        yield;
      }
      return;
    }
    this.#reserve(8 + 3 * text.length);
    // The number stands before the bytes and is not known yet. It is that of the characters if they are ASCII.
    const start = this.#at + countLength(text.length);
    const { written } = encoder.encodeInto(text, this.#chunk.subarray(start));
    const place = this.#at + countLength(written);
    if (place !== start) this.#chunk.copyWithin(place, start, start + written);
    this.count(written);
    this.#at += written;
  }

  /** A text: one byte for each character if it is ASCII, else UTF-16, which can represent every JavaScript string. */
  text(text: string): void {
    const isAscii = isAsciiText(text);
    this.byte(isAscii ? 0 : 1);
    this.count(text.length);
    for (let i = 0; i < text.length; i++) {
      if (i % LONG_TEXT === 0) this.#reserve(2 * Math.min(LONG_TEXT, text.length - i));
      const unit = text.charCodeAt(i);
      this.#chunk[this.#at++] = unit;
      if (!isAscii) this.#chunk[this.#at++] = unit >>> 8;
    }
  }

  /** The number of bytes that are written. */
  get length(): number {
    return this.#before + this.#at;
  }

  /** Copies what was written after the first bytes. Returns how much that is; 0 if a chunk has ended since then or `target` is too short. */
  copySince(length: number, target: Uint8Array): number {
    const start = length - this.#before;
    const count = this.#at - start;
    if (start < 0 || count > target.length) return 0;
    for (let i = 0; i < count; i++) target[i] = this.#chunk[start + i]!;
    return count;
  }

  /** The first bytes of an array. COST: for a few bytes a third of `bytes`, which needs a subarray. */
  firstOf(bytes: Uint8Array, length: number): void {
    this.#reserve(length);
    const chunk = this.#chunk;
    const at = this.#at;
    for (let i = 0; i < length; i++) chunk[at + i] = bytes[i]!;
    this.#at = at + length;
  }

  /** The chunks that are full, each of them once. */
  takeFull(): readonly Uint8Array[] {
    const full = this.#full;
    if (full.length > 0) this.#full = [];
    return full;
  }

  /** Takes back a chunk whose bytes were used. */
  reuse(chunk: Uint8Array): void {
    if (this.#spare.length < SPARE_CHUNKS) this.#spare.push(new Uint8Array(chunk.buffer as ArrayBuffer));
  }

  /** All chunks that were not taken, in order. */
  get chunks(): readonly Uint8Array[] {
    return [...this.#full, this.#chunk.subarray(0, this.#at)];
  }
}
