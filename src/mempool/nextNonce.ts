import type { Felt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import type { Pool } from './pool.ts';
import { placeKey } from './pooledTransaction.ts';

/** The first nonce from this one on that no transaction of the account has which waits. */
export function nextNonce(pool: Pool, account: Felt, nonce: Felt): Felt {
  let next = nonce;
  while (pool.at(placeKey({ address: keyOf(account), nonce: next })) !== undefined) next = (next + 1n) as Felt;
  return next;
}
