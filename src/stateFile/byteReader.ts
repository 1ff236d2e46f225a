import { type Felt, P } from '../felt/felt.ts';
import { type FeltKey, keyOfUnits } from '../felt/key.ts';
import { StateFileError } from './stateFileError.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const words = new BigUint64Array(8);
const wordBytes = new Uint8Array(words.buffer);
const keyBytes = new Uint8Array(32);
const keyUnits = new Uint16Array(keyBytes.buffer);

const FELT_BYTES = 32;
/** The highest byte of the Stark prime. A felt whose highest byte is lower is in range. */
const P_TOP = 8;
const UNITS_AT_ONCE = 4096;
const SHORT_TEXT = 32;
/** The number of keys that are remembered; a power of two. */
const REPEATED_KEYS = 256;

/** A text of up to 4,096 units. Spreading them would take several times as long. */
export const textOfUnits = (units: Uint8Array | Uint16Array): string =>
  String.fromCharCode.apply(undefined, units as unknown as number[]);

const wrongNumber = (most: number, found: string, name = `a number of up to ${8 * most} bits`): StateFileError =>
  new StateFileError(`expected ${name}, found one ${found}`);

/** Reads what a ByteWriter wrote. Each read checks that the bytes are there and allocates nothing before. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  readonly #repeatedKeys: FeltKey[] = [];
  readonly #repeatedAt: number[] = [];
  /** The position of the next byte. */
  at: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.at = at;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.at === this.#end;
  }

  /** Goes over bytes that must be there, and returns where they begin. */
  #pass(count: number): number {
    const start = this.at;
    if (count > this.#end - start) throw new StateFileError('the file ends here, though more was announced');
    this.at = start + count;
    return start;
  }

  byte(): number {
    return this.#bytes[this.#pass(1)]!;
  }

  /** The next byte, which stays the next one. */
  peek(): number {
    const start = this.#pass(1);
    this.at = start;
    return this.#bytes[start]!;
  }

  count(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 56; scale *= 128) {
      const next = this.byte();
      // Each count has one form, so that a list without items always begins with the byte 0.
      if (next === 0 && scale > 1) throw new StateFileError('expected a count, found one with a leading zero');
      value += (next % 128) * scale;
      if (next < 128 && Number.isSafeInteger(value)) return value;
    }
    throw new StateFileError('expected a count, found one above 2^53 - 1');
  }

  /** The length of a list. Each of its items has at least one byte, so a length above the number of bytes left is an error. */
  length(): number {
    const length = this.count();
    if (length > this.#end - this.at)
      throw new StateFileError(`expected a list, found ${length} items announced in ${this.#end - this.at} bytes`);
    return length;
  }

  /** Goes over a number, and returns where its bytes begin. */
  #passNumber(most: number, name?: string): number {
    const used = this.byte();
    if (used > most) throw wrongNumber(most, `of ${used} bytes`, name);
    const start = this.#pass(used);
    if (used > 0 && this.#bytes[this.at - 1] === 0) throw wrongNumber(most, 'with a leading zero', name);
    return start;
  }

  #number(start: number): bigint {
    const used = this.at - start;
    if (used <= 4) {
      let small = 0;
      for (let i = used - 1; i >= 0; i--) small = small * 256 + this.#bytes[start + i]!;
      return BigInt(small);
    }
    const last = (used - 1) >>> 3;
    words[last] = 0n;
    for (let i = 0; i < used; i++) wordBytes[i] = this.#bytes[start + i]!;
    let value = words[last]!;
    for (let i = last - 1; i >= 0; i--) value = (value << 64n) | words[i]!;
    return value;
  }

  /** A natural number of at most the given number of bytes. */
  natural(most: number): bigint {
    return this.#number(this.#passNumber(most));
  }

  skipNatural(most: number): void {
    this.#passNumber(most);
  }

  /** Goes over a felt, and returns where its bytes begin. */
  #passFelt(): number {
    const start = this.#passNumber(FELT_BYTES, 'a felt');
    if (this.at - start === FELT_BYTES && this.#bytes[this.at - 1]! >= P_TOP && this.#number(start) >= P)
      throw new StateFileError('expected a felt, found a number that is too large');
    return start;
  }

  felt(): Felt {
    return this.#number(this.#passFelt()) as Felt;
  }

  skipFelt(): void {
    this.#passFelt();
  }

  skipFelts(count: number): void {
    for (let i = 0; i < count; i++) this.#passFelt();
  }

  /** Goes over the next bytes if they are the same as those of an earlier part of the file. */
  skipIfSame(start: number, end: number): boolean {
    const next = this.at;
    if (end - start > this.#end - next) return false;
    for (let i = start; i < end; i++) if (this.#bytes[i] !== this.#bytes[next + i - start]) return false;
    this.at = next + end - start;
    return true;
  }

  /** The low 32 bits of a felt. */
  word(): number {
    const start = this.#passFelt();
    let word = 0;
    for (let i = Math.min(this.at, start + 4) - 1; i >= start; i--) word = word * 256 + this.#bytes[i]!;
    return word;
  }

  /** A felt as units: fills the first 16 of a list at an index. */
  units(units: Uint16Array, index: number): void {
    const start = this.#passFelt();
    this.#fillKey(start);
    units.set(keyUnits, index);
  }

  key(): FeltKey {
    this.#fillKey(this.#passFelt());
    return keyOfUnits(keyUnits);
  }

  /** A key that often occurs again, such as the address of a contract. Then it is the same string, which saves memory and time. */
  repeatedKey(): FeltKey {
    const start = this.#passFelt();
    const used = this.at - start;
    const slot = used === 0 ? 0 : (this.#bytes[start]! ^ this.#bytes[this.at - 1]! ^ used) & (REPEATED_KEYS - 1);
    const known = this.#repeatedKeys[slot];
    if (known !== undefined && this.#isSame(this.#repeatedAt[slot]!, start, used)) return known;
    this.#fillKey(start);
    this.#repeatedAt[slot] = start;
    return (this.#repeatedKeys[slot] = keyOfUnits(keyUnits));
  }

  /** Whether the number at an earlier position has the same bytes. */
  #isSame(earlier: number, start: number, used: number): boolean {
    if (this.#bytes[earlier - 1] !== used) return false;
    for (let i = 0; i < used; i++) if (this.#bytes[earlier + i] !== this.#bytes[start + i]) return false;
    return true;
  }

  #fillKey(start: number): void {
    const used = this.at - start;
    for (let i = 0; i < used; i++) keyBytes[i] = this.#bytes[start + i]!;
    for (let i = used; i < FELT_BYTES; i++) keyBytes[i] = 0;
  }

  /** Bytes of the file, not a copy. */
  bytes(count: number): Uint8Array {
    const start = this.#pass(count);
    return this.#bytes.subarray(start, this.at);
  }

  skipBytes(count: number): void {
    this.#pass(count);
  }

  text(): string {
    const isWide = this.#isWide();
    const length = this.count();
    if (!isWide) {
      const ascii = this.bytes(length);
      // A decoder takes a microsecond for a short text.
      return length < SHORT_TEXT ? textOfUnits(ascii) : decoder.decode(ascii);
    }
    const start = this.#pass(2 * length);
    const parts: string[] = [];
    for (let i = 0; i < length; i += UNITS_AT_ONCE) {
      const units = new Uint16Array(Math.min(UNITS_AT_ONCE, length - i));
      for (let j = 0; j < units.length; j++) {
        const at = start + 2 * (i + j);
        units[j] = this.#bytes[at]! + this.#bytes[at + 1]! * 256;
      }
      parts.push(textOfUnits(units));
    }
    return parts.join('');
  }

  skipText(): void {
    this.#pass((this.#isWide() ? 2 : 1) * this.count());
  }

  #isWide(): boolean {
    const kind = this.byte();
    if (kind > 1) throw new StateFileError(`expected a text, found kind ${kind}`);
    return kind === 1;
  }
}
