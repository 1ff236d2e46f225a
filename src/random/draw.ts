// Random numbers that depend on nothing but what they are drawn for, so that no draw moves another.

/** The rounds of a finalizer that spreads every bit of its input over all 32 (the constants are those of MurmurHash3). */
function mix(bits: number): number {
  let x = bits | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** 32 bits of a text (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** The 32 bits that belong to these whole numbers from 0 to below 2^53 in this order. */
export const drawBits = (...of: readonly number[]): number =>
  of.reduce((state, number) => {
    const high = Math.floor(number / 2 ** 32);
    const low = mix(Math.imul(state, 0x9e3779b1) + mix(number + 0x7f4a7c15));
    return high === 0 ? low : mix(low + high);
  }, 0);

/** The number from 0 to below 1 that belongs to these numbers in this order. */
export const draw = (...of: readonly number[]): number => drawBits(...of) / 2 ** 32;
