import type { Steps } from '../../async/steps.ts';
import { type Felt, parseFelt } from '../../felt/felt.ts';
import { writeJson } from '../../json/writeJson.ts';

/** Reads the values in the JSON of a class, and throws for a value of another type. `at` is the path of the value; a missing value is undefined. */
export interface ClassValues {
  /** An object. `members` are all that it can have; a strict reader refuses others. */
  object(value: unknown, at: string, members?: readonly string[]): Readonly<Record<string, unknown>>;
  list(value: unknown, at: string): readonly unknown[];
  felt(value: unknown, at: string): Felt;
  /** A long list is read with pauses. */
  felts(value: unknown, at: string): Steps<readonly Felt[]>;
  /** The index of a function. */
  index(value: unknown, at: string): number;
  /** The offset of an instruction in a Cairo 0 class: a number, or hexadecimal as its compiler writes it. */
  offset(value: unknown, at: string): number;
  /** The version of the format of a Sierra class. */
  version(value: unknown): string;
  /** The ABI of a Sierra class as the text that the class hash covers. A long one is read with pauses. */
  abi(value: unknown): Steps<string>;
}

/** Values of a list that are read between two pauses. */
export const AT_ONCE = 1024;

const MAX_POSITION = 2 ** 32 - 1;

/** The only version of the format so far. */
export const CLASS_VERSION = '0.1.0';

/** Readers whose errors name the path of the value. `fail` makes the error. */
export function classValues(fail: (problem: string) => Error, abi: ClassValues['abi']): ClassValues {
  const list: ClassValues['list'] = (value, at) => {
    if (!Array.isArray(value)) throw fail(`${at} must be a list, not ${shown(value)}.`);
    return value;
  };
  const felt: ClassValues['felt'] = (value, at) => {
    const read = parseFelt(value);
    if (read === undefined) throw fail(`${at} must be a felt such as "0x1f", not ${shown(value)}.`);
    return read;
  };
  const index: ClassValues['index'] = (value, at) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_POSITION)
      throw fail(`${at} must be a position below 2^32, not ${shown(value)}.`);
    return value;
  };
  return {
    object: (value, at) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw fail(`${at} must be an object, not ${shown(value)}.`);
      return value as Record<string, unknown>;
    },
    list,
    felt,
    felts: function* (value, at) {
      const felts: Felt[] = [];
      for (const word of list(value, at)) {
        // COST: a program has tens of thousands of felts, so the path is made only for the one that is wrong.
        felts.push(parseFelt(word) ?? felt(word, `${at}[${felts.length}]`));
        if (felts.length % AT_ONCE === 0) yield;
      }
      return felts;
    },
    index,
    offset: (value, at) =>
      index(typeof value === 'string' && /^0x[0-9a-fA-F]{1,8}$/.test(value) ? Number(value) : value, at),
    version: (value) => (typeof value === 'string' ? value : CLASS_VERSION),
    abi,
  };
}

/** A value as messages show it. Lists and objects may be huge, so they are only named. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return writeJson(value).slice(0, 80);
}
