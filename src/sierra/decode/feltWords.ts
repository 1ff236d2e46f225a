import { SierraError } from '../sierraError.ts';

/** The text all faults of the felt stream share. */
export const invalidInput = (): SierraError => new SierraError('decode', 'Invalid input for deserialization.');

// P = 2^251 + 17 * 2^192 + 1, most significant of eight 32-bit limbs first.
const PRIME_LIMBS = [0x08000000, 0x00000011, 0, 0, 0, 0, 0, 1];
const MAX_TEXT = 2 + 64;

/** The value of each hexadecimal digit by its character code; -1 for everything else. */
const DIGITS = new Int8Array(128).fill(-1);
for (let i = 0; i < 16; i++) {
  DIGITS[i.toString(16).charCodeAt(0)] = i;
  DIGITS[i.toString(16).toUpperCase().charCodeAt(0)] = i;
}

/** Splits the text of a felt into eight 32-bit limbs, least significant first; refuses what is not below the prime. */
export function limbsOf(text: unknown, limbs: Uint32Array): void {
  if (typeof text !== 'string' || text.length < 3 || text.length > MAX_TEXT) throw invalidInput();
  if (text[0] !== '0' || (text[1] !== 'x' && text[1] !== 'X')) throw invalidInput();
  limbs.fill(0);
  for (let i = text.length - 1, bit = 0; i >= 2; i--, bit += 4) {
    const digit = DIGITS[text.charCodeAt(i)] ?? -1;
    if (digit < 0) throw invalidInput();
    limbs[bit >>> 5]! |= digit << (bit & 31);
  }
  for (let i = 0; i < 8; i++) {
    const limb = limbs[7 - i]!;
    const bound = PRIME_LIMBS[i]!;
    if (limb < bound) return;
    if (limb > bound) break;
  }
  throw invalidInput();
}

/** `words[i]` indexes `dictionary`, whose entries are the texts of felts: the stream a class file packs. */
export interface PackedWords {
  readonly dictionary: readonly string[];
  readonly words: Uint32Array;
}

/** Unpacks the compressed part of a class file's felts, which starts at `start`. */
export function unpackWords(felts: readonly string[], start: number): PackedWords {
  const limbs = new Uint32Array(9);
  const count = (index: number): number => {
    if (index >= felts.length) throw invalidInput();
    limbsOf(felts[index], limbs);
    for (let i = 2; i < 8; i++) if (limbs[i]) throw invalidInput();
    return limbs[0]! + limbs[1]! * 2 ** 32;
  };
  const codeSize = count(start);
  const padding = count(start + 1);
  if (codeSize >= felts.length - start - 1) throw invalidInput();
  const padded = codeSize + padding;
  // A dictionary padded beyond 2^32 words cannot be right: its indices are no larger than the code size.
  if (padded < 256 || padded > 2 ** 32 || 2 ** Math.round(Math.log2(padded)) !== padded) throw invalidInput();
  const bits = Math.round(Math.log2(padded));
  // The largest k with padded^k < P; P lies just above 2^251.
  const wordsPerFelt = Math.floor(251 / bits);

  const dictionaryStart = start + 2;
  const dictionary = felts.slice(dictionaryStart, dictionaryStart + codeSize);
  for (const text of dictionary) limbsOf(text, limbs);
  const countIndex = dictionaryStart + codeSize;
  const total = count(countIndex);
  const packed = felts.length - countIndex - 1;
  if (total > wordsPerFelt * packed) throw invalidInput();

  const words = new Uint32Array(total);
  const mask = bits === 32 ? 0xffffffff : 2 ** bits - 1;
  let out = 0;
  for (let i = 0; i < packed; i++) {
    limbsOf(felts[countIndex + 1 + i], limbs);
    const here = Math.min(wordsPerFelt, total - out);
    for (let k = 0, bit = 0; k < here; k++, bit += bits) {
      const limb = bit >>> 5;
      const shift = bit & 31;
      const low = limbs[limb]! >>> shift;
      const word = (shift === 0 ? low : low | (limbs[limb + 1]! << (32 - shift))) & mask;
      const index = word >>> 0;
      if (index >= codeSize) throw invalidInput();
      words[out++] = index;
    }
  }
  if (out !== total) throw invalidInput();
  return { dictionary, words };
}
