// Inputs for tests: the same on every run.
import { type Felt, P } from '../src/felt/felt.ts';

let seed = 0x9e3779b9;
const nextWord = (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return (t ^ (t >>> 14)) >>> 0;
};

/** A number of so many 32-bit words. */
export function randomWords(count: number): bigint {
  let value = 0n;
  for (let i = 0; i < count; i++) value = (value << 32n) | BigInt(nextWord());
  return value;
}

export const randomFelt = (): Felt => (randomWords(9) % P) as Felt;
export const randomBytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => nextWord() & 255);

/** Felts at every border that limbs, windows and reductions have. */
export const extremeFelts: readonly Felt[] = [
  0n,
  1n,
  2n,
  P - 1n,
  P - 2n,
  (P - 1n) / 2n,
  (P + 1n) / 2n,
  2n ** 28n - 1n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n - 1n,
  2n ** 128n,
  2n ** 192n - 1n,
  2n ** 248n - 1n,
  2n ** 248n,
  2n ** 251n - 1n,
  2n ** 251n,
  2n ** 251n + 17n * 2n ** 192n,
] as Felt[];
