import { type Felt, reduce } from '../../felt/felt.ts';
import { poseidonMany, poseidonPermutation } from '../../felt/hash.ts';

// Some milliseconds of work.
const PERMUTATIONS_PER_STEP = 256;

/** The Poseidon hash of a list, in steps; slower than `poseidonMany`, but with pauses for other work. */
export function* poseidonSteps(felts: readonly Felt[]): Generator<void, Felt, void> {
  const count = felts.length;
  if (count < 2 * PERMUTATIONS_PER_STEP) return poseidonMany(felts);
  let state: readonly [Felt, Felt, Felt] = [0n as Felt, 0n as Felt, 0n as Felt];
  // The list is padded with a one, and with a zero if its length is odd then.
  const at = (i: number): bigint => (i < count ? felts[i]! : i === count ? 1n : 0n);
  for (let i = 0; i <= count; i += 2) {
    state = poseidonPermutation([reduce(state[0] + at(i)), reduce(state[1] + at(i + 1)), state[2]]);
    if (i % (2 * PERMUTATIONS_PER_STEP) === 0) yield;
  }
  return state[0];
}
