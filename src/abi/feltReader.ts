import { type Felt, P } from '../felt/felt.ts';
import type { AbiType } from './abiType.ts';
import { typeText } from './abiType.ts';
import { WORD_BYTES, writeWord } from './byteArray.ts';
import type { Place } from './place.ts';

/** Takes felts one after the other. Every failure is an AbiError that names the place and the felt. */
export class FeltReader {
  readonly #felts: readonly Felt[];
  readonly place: Place;
  #at = 0;

  constructor(felts: readonly Felt[], place: Place) {
    this.#felts = felts;
    this.place = place;
  }

  get left(): number {
    return this.#felts.length - this.#at;
  }

  /** The next felt. */
  next(expected: string): Felt {
    const felt = this.#felts[this.#at];
    if (felt === undefined) this.place.fail(`expected ${expected}, but the list ends after ${count(this.#at)}`);
    this.#at++;
    return felt;
  }

  /** The next felt as a number below a bound. */
  below(bound: bigint, expected: string): Felt {
    const felt = this.next(expected);
    if (felt >= bound) this.wrong(felt, expected);
    return felt;
  }

  /** An integer of one or several felts. */
  integer(type: AbiType & { readonly kind: 'integer' | 'limbs' }): bigint {
    if (type.kind === 'limbs') {
      let value = 0n;
      for (let i = 0; i < type.count; i++) value |= this.below(1n << type.bits, type.name) << (type.bits * BigInt(i));
      return value;
    }
    const felt = this.next(type.name);
    const value = felt > type.max ? felt - P : felt;
    if (value < type.min || value > type.max) this.wrong(felt, type.name);
    return value;
  }

  bool(): boolean {
    return this.below(2n, 'bool') === 1n;
  }

  /** The length of an array. A length beyond `most` cannot be right. */
  length(type: AbiType, most: number): number {
    const felt = this.next(`the length of ${typeText(type)}`);
    if (felt > BigInt(most)) this.place.fail(`the length ${felt} of ${typeText(type)} is too large`);
    return Number(felt);
  }

  /** The bytes of a ByteArray. */
  bytes(): Uint8Array {
    const words = this.next('the length of ByteArray');
    if (words > BigInt(this.left))
      this.place.fail(`the ByteArray has ${words} words, but only ${count(this.left)} follow`);
    const start = this.#at;
    this.#at += Number(words);
    const pending = this.next('the last word of ByteArray');
    const rest = Number(this.below(BigInt(WORD_BYTES), 'the length of the last word of ByteArray'));
    const full = Number(words) * WORD_BYTES;
    const bytes = new Uint8Array(full + rest);
    for (let i = 0; i < full; i += WORD_BYTES)
      this.#word(this.#felts[start + i / WORD_BYTES]!, bytes.subarray(i, i + WORD_BYTES));
    this.#word(pending, bytes.subarray(full));
    return bytes;
  }

  #word(word: Felt, target: Uint8Array): void {
    if (!writeWord(word, target)) this.wrong(word, `${target.length} bytes of a ByteArray`);
  }

  /** Ends the reading: nothing may be left. */
  end(what: string): void {
    if (this.left > 0) this.place.fail(`${count(this.left)} too many after ${what}`);
  }

  wrong(felt: Felt, expected: string): never {
    this.place.fail(`expected ${expected}, got 0x${felt.toString(16)} (felt ${this.#at - 1})`);
  }
}

const count = (felts: number): string => `${felts} ${felts === 1 ? 'felt' : 'felts'}`;
