import { invalidInput, type PackedWords, U64 } from './feltWords.ts';

const FALLTHROUGH_WORD = U64 - 1n;
const SMALL = 2n ** 31n;

/** Values of `WordReader.small` that are not numbers. */
export const LARGE = -1;
export const NEXT = -2;

/** Reads the unpacked stream of a program. A word is an index into the dictionary. */
export interface WordReader {
  readonly dictionary: readonly bigint[];
  readonly words: ArrayLike<number>;
  /** The entries of the dictionary as numbers if they are small; NEXT for 2^64 - 1, and LARGE for all others. */
  readonly small: Int32Array;
  readonly end: number;
  at: number;
}

export function wordReader({ dictionary, words }: PackedWords): WordReader {
  return { dictionary, words, small: smallNumbers(dictionary), end: words.length, at: 0 };
}

function smallNumbers(dictionary: readonly bigint[]): Int32Array {
  const numbers = new Int32Array(dictionary.length);
  for (let i = 0; i < dictionary.length; i++) {
    const value = dictionary[i]!;
    numbers[i] = value < SMALL ? Number(value) : value === FALLTHROUGH_WORD ? NEXT : LARGE;
  }
  return numbers;
}

/** The next word: an index into the dictionary. */
export function readWord(reader: WordReader): number {
  if (reader.at >= reader.end) throw invalidInput();
  return reader.words[reader.at++]!;
}

export function readBig(reader: WordReader): bigint {
  return reader.dictionary[readWord(reader)]!;
}

/** The next number, below 2^64; rounds above 2^53. */
export function readNumber(reader: WordReader): number {
  const { at } = reader;
  if (at < reader.end) {
    const value = reader.small[reader.words[at]!]!;
    if (value >= 0) {
      reader.at = at + 1;
      return value;
    }
  }
  const value = readBig(reader);
  if (value >= U64) throw invalidInput();
  return Number(value);
}

/** The length of a list, each item of which has at least one word. */
export function readLength(reader: WordReader): number {
  const count = readNumber(reader);
  if (count > reader.end - reader.at) throw invalidInput();
  return count;
}

export function readList<R extends WordReader, T>(reader: R, item: (reader: R, index: number) => T): T[] {
  const count = readLength(reader);
  const items: T[] = [];
  for (let i = 0; i < count; i++) items.push(item(reader, i));
  return items;
}
