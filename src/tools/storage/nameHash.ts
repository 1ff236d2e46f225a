import type { Felt } from '../../felt/felt.ts';
import { starknetKeccak } from '../../felt/hash.ts';

const MAX_HASHES = 20_000;
const hashes = new Map<string, Felt>();

/** The hash of a name, from a cache, since most classes have the same names. */
export function nameHash(name: string): Felt {
  let hash = hashes.get(name);
  if (hash === undefined) {
    if (hashes.size >= MAX_HASHES) hashes.clear();
    hashes.set(name, (hash = starknetKeccak(name)));
  }
  return hash;
}
