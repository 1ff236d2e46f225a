import { SierraError } from '../sierraError.ts';

/** The text all faults of the felt stream share. */
export const invalidInput = (): SierraError => new SierraError('decode', 'Invalid input for deserialization.');

const PRIME = 2n ** 251n + 17n * 2n ** 192n + 1n;
const FELT = /^0[xX][0-9a-fA-F]{1,64}$/;

/** Refuses what is not the text of a felt below the prime. */
function checkFelt(text: unknown): asserts text is string {
  if (typeof text !== 'string' || !FELT.test(text)) throw invalidInput();
  // 62 digits always fit, and so does a 63rd up to 7: nearly all texts are decided without a large number.
  if (text.length <= 64 || (text.length === 65 && text.charCodeAt(2) < 0x38)) return;
  if (BigInt(text) >= PRIME) throw invalidInput();
}

/** Reads the text of a felt that must be below 2^64; rounds above 2^53. */
export function smallFelt(text: unknown): number {
  checkFelt(text);
  const value = text.length <= 15 ? Number.parseInt(text, 16) : Number(BigInt(text));
  if (value >= 2 ** 64 && BigInt(text) >= 2n ** 64n) throw invalidInput();
  return value;
}

// Small integers of the engine, which unoptimised code is quick with; the engine splits large numbers itself.
const LIMB_BITS = 32;
const quarters = new BigUint64Array(4);
const limbs = new Int32Array(quarters.buffer);

/** Splits the text of a felt into limbs, least significant first. */
function splitFelt(text: unknown): void {
  checkFelt(text);
  const felt = BigInt(text);
  quarters[0] = felt;
  quarters[1] = felt >> 64n;
  quarters[2] = felt >> 128n;
  quarters[3] = felt >> 192n;
}

/** `words[i]` indexes `dictionary`, whose entries are the texts of felts: the stream a class file packs. */
export interface PackedWords {
  readonly dictionary: readonly string[];
  readonly words: Uint32Array;
}

/** Unpacks the compressed part of a class file's felts, which starts at `start`. */
export function unpackWords(felts: readonly string[], start: number): PackedWords {
  const codeSize = smallFelt(felts[start]);
  const padding = smallFelt(felts[start + 1]);
  if (codeSize >= felts.length - start - 1) throw invalidInput();
  const padded = codeSize + padding;
  // A dictionary padded beyond 2^32 words cannot be right: its indices are no larger than the code size.
  if (padded < 256 || padded > 2 ** 32 || 2 ** Math.round(Math.log2(padded)) !== padded) throw invalidInput();
  const bits = Math.round(Math.log2(padded));
  // The largest k with padded^k < P; P lies just above 2^251.
  const wordsPerFelt = Math.floor(251 / bits);

  const dictionaryStart = start + 2;
  const dictionary = felts.slice(dictionaryStart, dictionaryStart + codeSize);
  for (const text of dictionary) checkFelt(text);
  const countIndex = dictionaryStart + codeSize;
  const total = smallFelt(felts[countIndex]);
  const packed = felts.length - countIndex - 1;
  if (total > wordsPerFelt * packed) throw invalidInput();

  const words = new Uint32Array(total);
  let out = 0;
  for (let i = countIndex + 1; i < felts.length; i++) {
    const here = Math.min(wordsPerFelt, total - out);
    if (bits < LIMB_BITS - 1) unpackFelt(felts[i], bits, words, out, here, codeSize);
    else unpackWide(felts[i], bits, words, out, here, codeSize);
    out += here;
  }
  if (out !== total) throw invalidInput();
  return { dictionary, words };
}

/** Takes words out of a felt: a word lies in one limb or in two. */
function unpackFelt(text: unknown, bits: number, words: Uint32Array, from: number, count: number, limit: number): void {
  splitFelt(text);
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

/** The same for words that no real dictionary needs. */
function unpackWide(text: unknown, bits: number, words: Uint32Array, from: number, count: number, limit: number): void {
  checkFelt(text);
  let left = BigInt(text);
  for (let out = from; out < from + count; out++) {
    const word = Number(BigInt.asUintN(bits, left));
    if (word >= limit) throw invalidInput();
    words[out] = word;
    left >>= BigInt(bits);
  }
}
