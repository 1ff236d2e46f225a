import type { Felt } from './felt.ts';

/**
 * A felt as a map key: its 256 bits as 16 UTF-16 units, least significant first.
 * State and caches use it: a Map with BigInt keys hashes only their low 64 bits, and contracts choose the keys.
 */
export type FeltKey = string & { readonly __feltKey: true };

const units = new Uint16Array(16);
const words = new BigUint64Array(units.buffer);

/** The key made of 16 units of a list, from an index on. COST: half the time of `String.fromCharCode.apply`. */
export const keyOfUnits = (u: Uint16Array, i = 0): FeltKey =>
  // biome-ignore format: sixteen lines would say no more
  String.fromCharCode(u[i]!, u[i + 1]!, u[i + 2]!, u[i + 3]!, u[i + 4]!, u[i + 5]!, u[i + 6]!, u[i + 7]!, u[i + 8]!, u[i + 9]!, u[i + 10]!, u[i + 11]!, u[i + 12]!, u[i + 13]!, u[i + 14]!, u[i + 15]!) as FeltKey;

/** The key of zero. */
export const ZERO_KEY = keyOfUnits(units);

/** The key of a felt. */
export function keyOf(felt: Felt): FeltKey {
  words[0] = felt;
  words[1] = felt >> 64n;
  words[2] = felt >> 128n;
  words[3] = felt >> 192n;
  return keyOfUnits(units);
}

/** The felt of a key. */
export function feltOf(key: FeltKey): Felt {
  for (let i = 0; i < 16; i++) units[i] = key.charCodeAt(i);
  return (words[0]! | (words[1]! << 64n) | (words[2]! << 128n) | (words[3]! << 192n)) as Felt;
}

/** The key of a whole number from 0 to 2^53 - 1, without a bigint. */
export const keyOfNumber = (value: number): FeltKey => keyOfWords(value, Math.floor(value / 0x1_0000_0000));

/** The key of a number of 64 bits, given by its lower and its upper 32 bits. */
export function keyOfWords(low: number, high: number): FeltKey {
  // Built with one call: V8 would have to flatten a concatenated string whenever it is read.
  // biome-ignore format: sixteen lines would say no more
  return String.fromCharCode(low & 0xffff, (low >>> 16) & 0xffff, high & 0xffff, high >>> 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) as FeltKey;
}

/** The canonical text of a key's felt: 0x and as few digits as it needs. */
export const formatKey = (key: FeltKey): string => `0x${feltOf(key).toString(16)}`;

/** The text of a key's felt with 64 digits, as error messages show addresses and hashes. */
export const formatKey64 = (key: FeltKey): string => `0x${feltOf(key).toString(16).padStart(64, '0')}`;
