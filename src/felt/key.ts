import type { Felt } from './felt.ts';

/**
 * A felt as a map key: its 256 bits as 16 UTF-16 units, least significant first.
 * State and caches use it, since a Map of BigInts hashes only their low 64 bits and a contract chooses the keys.
 */
export type FeltKey = string & { readonly __feltKey: true };

/** The key of zero. */
export const ZERO_KEY = '\0'.repeat(16) as FeltKey;

const units = new Uint16Array(16);
const words = new BigUint64Array(units.buffer);

/** The key of a felt. */
export function keyOf(felt: Felt): FeltKey {
  words[0] = felt;
  words[1] = felt >> 64n;
  words[2] = felt >> 128n;
  words[3] = felt >> 192n;
  return String.fromCharCode.apply(null, units as unknown as number[]) as FeltKey;
}

/** The felt of a key. */
export function feltOf(key: FeltKey): Felt {
  for (let i = 0; i < 16; i++) units[i] = key.charCodeAt(i);
  return (words[0] | (words[1] << 64n) | (words[2] << 128n) | (words[3] << 192n)) as Felt;
}

const KEY_TAIL = '\0'.repeat(12);

/** The key of a whole number from 0 to 2^53 - 1, without a bigint. */
export function keyOfNumber(value: number): FeltKey {
  const high = Math.floor(value / 0x1_0000_0000);
  return (String.fromCharCode(value & 0xffff, (value >>> 16) & 0xffff, high & 0xffff, high >>> 16) +
    KEY_TAIL) as FeltKey;
}
