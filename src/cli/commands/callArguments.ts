import type { AbiParameter, AbiType } from '../../abi/abiType.ts';
import { readInteger, shortString } from '../../abi/scalars.ts';
import { type Json, WrittenNumber } from '../../json/json.ts';
import { parseJson } from '../../json/parseJson.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { wholeNumber } from '../../text/wholeNumber.ts';
import { UsageError } from '../options/usageError.ts';

/**
 * The arguments of a call as words of the command line. Numbers, booleans and texts stand for themselves; other values are JSON.
 * The number of words is not checked here.
 */
export function argumentsOfWords(inputs: readonly AbiParameter[], words: readonly string[]): readonly unknown[] {
  return words.map((word, i) => {
    const input = inputs[i];
    return input === undefined ? word : valueOfWord(input.type, word, input.name);
  });
}

/** The value of a word by its type. */
export function valueOfWord(type: AbiType, word: string, name: string): unknown {
  switch (type.kind) {
    case 'felt':
      // A word that is no number can only be meant as a short string.
      return numberOf(word) ?? (type.name === 'felt252' && !/^0x|^-?\d/.test(word) ? shortString(word) : word);
    case 'integer':
    case 'limbs':
      return numberOf(word) ?? word;
    case 'nonZero':
      return valueOfWord(type.value, word, name);
    case 'bool':
      return word === 'true' ? true : word === 'false' ? false : word;
    case 'byteArray':
      return word;
    case 'enum':
      // The name of a variant without a value needs no quotes.
      return type.variants.some((variant) => variant.name === word) ? word : jsonOf(word, name);
    default:
      return jsonOf(word, name);
  }
}

/** Amounts are often written as `1e18`. */
const numberOf = (word: string): bigint | undefined => readInteger(word) ?? wholeNumber(word);

function jsonOf(word: string, name: string): unknown {
  try {
    return plain(parseJson(word, sourceLimits.fileJson));
  } catch (error) {
    throw new UsageError(`argument '${name}' takes JSON such as '[1, 2]' or '{"x": 1}': ${(error as Error).message}`);
  }
}

/** The value with integers as bigints, which every type of number accepts. */
function plain(value: Json): unknown {
  if (typeof value === 'number') return BigInt(value);
  if (value instanceof WrittenNumber) return value.text;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
