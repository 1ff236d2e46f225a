/**
 * A Sierra class in the form of the library's bundle. The felts of a Sierra program pack several words into one, which
 * leaves nothing for gzip to find, so the words are spread out here: the bundle is a tenth smaller.
 */
export interface BundledSierra {
  /** The class as JSON, except its program. */
  readonly rest: string;
  /** The felts before the packed part, which are versions, as JSON. */
  readonly versions: string;
  /** How many indices a word could have beside those of the dictionary. */
  readonly padding: number;
  /** The felts that words stand for, in hexadecimal without 0x, with commas between them. */
  readonly dictionary: string;
  /** The words, as one or two characters each: an index into the dictionary plus one, or 0 for the first index that did not occur yet. */
  readonly words: string;
}

/** The JSON text of a bundled class, equal to the class file but for white space and the order of fields. */
export function sierraText({ rest, versions, padding, dictionary, words }: BundledSierra): string {
  const felts = dictionary.split(',');
  const indices = indicesOf(wordsOfText(words));
  const head = [felts.length, padding].map((count) => count.toString(16));
  const packed = packWords(indices, Math.log2(felts.length + padding));
  const program = [...head, ...felts, indices.length.toString(16), ...packed].map((felt) => `0x${felt}`);
  return JSON.stringify({ ...JSON.parse(rest), sierra_program: [...JSON.parse(versions), ...program] });
}

/** The words with which indices are written. The felts of a dictionary are in the order in which they first occur. */
export function wordsOfIndices(indices: Iterable<number>): number[] {
  let next = 0;
  return Array.from(indices, (index) => {
    if (index !== next) return index + 1;
    next++;
    return 0;
  });
}

/** Reads what wordsOfIndices has written. */
export function indicesOf(words: readonly number[]): number[] {
  let next = 0;
  return words.map((word) => (word === 0 ? next++ : word - 1));
}

/** Packs words of `bits` bits into felts, the first word into the lowest bits. Felts are below 2^251. */
function packWords(words: readonly number[], bits: number): string[] {
  const wordsPerFelt = Math.floor(251 / bits);
  // As many words as a number holds exactly become one bigint: bigints are what takes time here.
  const wordsPerNumber = Math.floor(53 / bits);
  const felts: string[] = [];
  for (let from = 0; from < words.length; from += wordsPerFelt) {
    const end = Math.min(from + wordsPerFelt, words.length);
    let felt = 0n;
    for (let at = from; at < end; at += wordsPerNumber) {
      let number = 0;
      for (let i = Math.min(at + wordsPerNumber, end) - 1; i >= at; i--) number = number * 2 ** bits + words[i]!;
      felt |= BigInt(number) << BigInt((at - from) * bits);
    }
    felts.push(felt.toString(16));
  }
  return felts;
}

// Printable ASCII without what string literals escape, and without the dash, which scripts/check-layers.mjs would take for that
// of an option. The last characters lead a pair, all others are a word by themselves.
const ALPHABET = '!#%&()*+,./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~';
const LEADS = 16;
const SINGLES = ALPHABET.length - LEADS;

/** Writes words as text. */
export function textOfWords(words: Iterable<number>): string {
  let text = '';
  for (const word of words) {
    const pair = word - SINGLES;
    if (pair >= LEADS * ALPHABET.length) throw new Error(`The word ${word} needs more than two characters.`);
    text +=
      pair < 0
        ? ALPHABET[word]
        : ALPHABET[SINGLES + Math.floor(pair / ALPHABET.length)]! + ALPHABET[pair % ALPHABET.length];
  }
  return text;
}

/** Reads what textOfWords has written. */
export function wordsOfText(text: string): number[] {
  const values = new Uint8Array(128);
  for (let value = 0; value < ALPHABET.length; value++) values[ALPHABET.charCodeAt(value)] = value;
  const words: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const value = values[text.charCodeAt(at)]!;
    words.push(
      value < SINGLES ? value : SINGLES + (value - SINGLES) * ALPHABET.length + values[text.charCodeAt(++at)]!,
    );
  }
  return words;
}
