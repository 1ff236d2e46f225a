import type { Felt } from '../../felt/felt.ts';
import { pedersenChain } from '../../felt/hash.ts';

// Some milliseconds of work.
const FELTS_PER_STEP = 256;

/** The Pedersen hash of a list, as `pedersenArray` computes it, in steps. */
export function* pedersenSteps(felts: readonly Felt[]): Generator<void, Felt, void> {
  let hash = 0n as Felt;
  for (let i = 0; i < felts.length; i += FELTS_PER_STEP) {
    hash = pedersenChain(hash, felts.slice(i, i + FELTS_PER_STEP));
    yield;
  }
  return pedersenChain(hash, [BigInt(felts.length) as Felt]);
}
