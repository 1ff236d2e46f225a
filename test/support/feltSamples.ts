// Inputs for tests, which are the same on every run.
import { type Felt, P } from '../../src/felt/felt.ts';
import { Random } from './random.ts';

const random = new Random(0x9e3779b9);

/** A random number with the given number of 32-bit words. */
export const randomWords = (count: number): bigint => random.bits(32 * count);
export const randomFelt = (): Felt => random.felt();
export const randomBytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => random.word() & 255);

/** Felts at the boundaries of limbs, windows and reductions. */
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
