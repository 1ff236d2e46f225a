import { FALLTHROUGH } from '../sierra/program.ts';
import { type FunctionStart, readStatementNumbers, type StatementNumbers } from './bundledStatements.ts';

/**
 * A Sierra class in the form of the library's bundle. The felts of a Sierra program pack several words into one, which
 * leaves nothing for gzip to find, so the words are spread out here, and statements are written as bundledStatements.ts says.
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
  /**
   * The words before the statements (types and libfuncs) and after them (functions), as one or two characters each: an index into
   * the dictionary plus one, or 0 for the first index that did not occur yet.
   */
  readonly declarations: string;
  readonly functions: string;
  readonly statements: Readonly<Record<keyof StatementNumbers, string>>;
}

/** The JSON text of a bundled class, equal to the class file but for white space and the order of fields. */
export function sierraText(bundled: BundledSierra): string {
  const felts = bundled.dictionary.split(',');
  const indices = programIndices(bundled, felts);
  const head = [felts.length, bundled.padding].map((count) => count.toString(16));
  const packed = packWords(indices, Math.log2(felts.length + bundled.padding));
  const program = [...head, ...felts, indices.length.toString(16), ...packed].map((felt) => `0x${felt}`);
  return JSON.stringify({
    ...JSON.parse(bundled.rest),
    sierra_program: [...JSON.parse(bundled.versions), ...program],
  });
}

function programIndices({ declarations, functions, statements }: BundledSierra, felts: readonly string[]): number[] {
  const functionWords = wordsOfText(functions);
  // The felts that occur for the first time in the functions are the last ones of the dictionary.
  const functionIndices = indicesOf(functionWords, felts.length - functionWords.filter((word) => word === 0).length);
  const starts = functionStarts(functionIndices.map((index) => numberOf(felts[index]!)));
  const numbers: StatementNumbers = {
    libfuncs: wordsOfText(statements.libfuncs),
    args: wordsOfText(statements.args),
    targets: wordsOfText(statements.targets),
    results: wordsOfText(statements.results),
  };
  const indexOf = new Map(felts.map((felt, index) => [numberOf(felt), index]));
  const statementIndices = readStatementNumbers(numbers, starts).map((number) => indexOf.get(number)!);
  return indicesOf(wordsOfText(declarations)).concat(statementIndices, functionIndices);
}

/** A felt of the dictionary as a number. Only small ones are exact, and statements use no others. */
const numberOf = (felt: string): number => (felt === 'ffffffffffffffff' ? FALLTHROUGH : Number.parseInt(felt, 16));

/** Reads the functions of a program: the types of parameters and of what is returned, a variable per parameter, the first statement. */
function functionStarts(numbers: readonly number[]): FunctionStart[] {
  let at = 1;
  return Array.from({ length: numbers[0]! }, () => {
    const parameters = numbers[at]!;
    at += 1 + parameters;
    at += 1 + numbers[at]!;
    const variables = numbers.slice(at, at + parameters);
    at += parameters + 1;
    return { variables, entry: numbers[at - 1]! };
  });
}

/** The words with which indices are written. The felts of a dictionary are in the order in which they first occur; `next` did not yet. */
export function wordsOfIndices(indices: Iterable<number>, next = 0): number[] {
  return Array.from(indices, (index) => {
    if (index !== next) return index + 1;
    next++;
    return 0;
  });
}

/** Reads what wordsOfIndices has written. */
export function indicesOf(words: readonly number[], next = 0): number[] {
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
