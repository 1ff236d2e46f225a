import { type Felt, P } from '../../felt/felt.ts';
import { SierraError, type SierraErrorPlace } from '../sierraError.ts';

/** A felt, or a text that should be one. It is checked when it is read. */
export type UncheckedFelt = Felt | string;

/** The error for all faults of the felt stream. */
export const invalidInput = (place?: SierraErrorPlace): SierraError =>
  new SierraError('decode', 'Invalid input for deserialization.', place);

/** Numbers in a program are below it. */
export const U64 = 2n ** 64n;
const FELT = /^0[xX][0-9a-fA-F]{1,64}$/;

/** Reads a felt. Refuses a text that is not a felt below the prime. */
function readFelt(given: UncheckedFelt | undefined): bigint {
  if (typeof given === 'bigint') return given;
  if (typeof given !== 'string' || !FELT.test(given)) throw invalidInput();
  const felt = BigInt(given);
  if (felt >= P) throw invalidInput();
  return felt;
}

/** Reads a felt that must be below 2^64; rounds above 2^53. */
export function smallFelt(given: UncheckedFelt | undefined): number {
  const felt = readFelt(given);
  if (felt >= U64) throw invalidInput();
  return Number(felt);
}

// Limbs are small integers, which unoptimised code handles fast. The typed arrays split a bigint into limbs.
const LIMB_BITS = 32;
const quarters = new BigUint64Array(4);
const limbs = new Int32Array(quarters.buffer);

/** Splits a felt into limbs, least significant first. */
function splitFelt(felt: bigint): void {
  quarters[0] = felt;
  quarters[1] = felt >> 64n;
  quarters[2] = felt >> 128n;
  quarters[3] = felt >> 192n;
}

/** `words[i]` indexes `dictionary`: the stream a class file packs. */
export interface PackedWords {
  readonly dictionary: readonly bigint[];
  readonly words: Uint32Array;
}

/** Unpacks the compressed part of a class file's felts, which starts at `start`. */
export function unpackWords(felts: readonly UncheckedFelt[], start: number): PackedWords {
  const codeSize = smallFelt(felts[start]);
  const padding = smallFelt(felts[start + 1]);
  if (codeSize >= felts.length - start - 1) throw invalidInput();
  const padded = codeSize + padding;
  // A dictionary of more than 2^32 words cannot be valid, since its indices are at most the code size.
  if (padded < 256 || padded > 2 ** 32 || 2 ** Math.round(Math.log2(padded)) !== padded) throw invalidInput();
  const bits = Math.round(Math.log2(padded));
  // The largest k with padded^k < P; P lies just above 2^251.
  const wordsPerFelt = Math.floor(251 / bits);

  const dictionaryStart = start + 2;
  const dictionary = felts.slice(dictionaryStart, dictionaryStart + codeSize).map(readFelt);
  const countIndex = dictionaryStart + codeSize;
  const total = smallFelt(felts[countIndex]);
  const packed = felts.length - countIndex - 1;
  if (total > wordsPerFelt * packed) throw invalidInput();

  const words = new Uint32Array(total);
  let out = 0;
  for (let i = countIndex + 1; i < felts.length; i++) {
    const here = Math.min(wordsPerFelt, total - out);
    const felt = readFelt(felts[i]);
    if (bits < LIMB_BITS - 1) unpackFelt(felt, bits, words, out, here, codeSize);
    else unpackWide(felt, bits, words, out, here, codeSize);
    out += here;
  }
  if (out !== total) throw invalidInput();
  return { dictionary, words };
}

/** Unpacks the words of a felt. A word is in one limb, or across two. */
function unpackFelt(felt: bigint, bits: number, words: Uint32Array, from: number, count: number, limit: number): void {
  splitFelt(felt);
  const mask = (1 << bits) - 1;
  const end = from + count;
  let limb = limbs[0]!;
  let next = 1;
  let shift = 0;
  for (let out = from; out < end; out++) {
    let word = limb >> shift;
    shift += bits;
    if (shift > LIMB_BITS) {
      const low = limb >>> (shift - bits);
      shift -= LIMB_BITS;
      limb = limbs[next++]!;
      word = low | (limb << (bits - shift));
    } else if (shift === LIMB_BITS) {
      shift = 0;
      limb = limbs[next++]!;
    }
    word &= mask;
    if (word >= limit) throw invalidInput();
    words[out] = word;
  }
}

/** Unpacks very wide words of a felt, which no real dictionary needs. */
function unpackWide(felt: bigint, bits: number, words: Uint32Array, from: number, count: number, limit: number): void {
  let left = felt;
  for (let out = from; out < from + count; out++) {
    const word = Number(BigInt.asUintN(bits, left));
    if (word >= limit) throw invalidInput();
    words[out] = word;
    left >>= BigInt(bits);
  }
}
