import { type FeltKey, keyOfUnits } from '../felt/key.ts';

/** The number of bits of a key, and so the height of every trie. */
export const HEIGHT = 251;

/** Whether a felt has so few bits. Edits of the state can write larger keys, which no network has and no trie can hold. */
export const isTrieKey = (key: FeltKey): boolean => key.charCodeAt(15) < 1 << (HEIGHT % 16);

/** The bit of a key that decides at a depth: 0 at the root for the highest of the 251. */
export const bitAt = (key: FeltKey, depth: number): number => {
  const bit = HEIGHT - 1 - depth;
  return (key.charCodeAt(bit >> 4) >> (bit & 15)) & 1;
};

/** The depth at which two keys part; HEIGHT if they are the same. */
export function partingDepth(a: FeltKey, b: FeltKey): number {
  for (let unit = 15; unit >= 0; unit--) {
    const difference = a.charCodeAt(unit) ^ b.charCodeAt(unit);
    if (difference !== 0) return HEIGHT - 1 - (16 * unit + 31 - Math.clz32(difference));
  }
  return HEIGHT;
}

const units = new Uint16Array(16);

/** The bits of a key from one depth to another, as a number: the path of an edge. */
export function pathBetween(key: FeltKey, from: number, to: number): FeltKey {
  const shift = HEIGHT - to;
  const [skipped, bits] = [shift >> 4, shift & 15];
  const length = to - from;
  for (let i = 0; i < 16; i++) {
    const at = i + skipped;
    const low = at < 16 ? key.charCodeAt(at) : 0;
    const high = at < 15 ? key.charCodeAt(at + 1) : 0;
    const left = length - 16 * i;
    const mask = left >= 16 ? 0xffff : left > 0 ? (1 << left) - 1 : 0;
    units[i] = ((low | (high << 16)) >>> bits) & mask;
  }
  return keyOfUnits(units);
}
