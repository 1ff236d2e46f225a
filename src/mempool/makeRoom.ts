import type { Steps } from '../async/steps.ts';
import type { Submission } from '../execution/transaction.ts';
import type { FeltKey } from '../felt/key.ts';
import { keyOf } from '../felt/key.ts';
import { splitMix64 } from './orderings.ts';
import type { Pool } from './pool.ts';
import { bytesOf, type PooledTransaction, placeKey, placeOf } from './pooledTransaction.ts';

/** Entries that are looked at between two pauses. */
const AT_ONCE = 512;

/** The most that a pool holds. */
export interface PoolCapacity {
  readonly transactions: number;
  readonly bytes: number;
}

/** Whether a pool has room for one more transaction. */
export const hasRoom = (pool: Pool, submission: Submission, { transactions, bytes }: PoolCapacity): boolean =>
  pool.received.size < transactions && pool.bytes + bytesOf(submission) <= bytes;

/** Whether a transaction would wait for a nonce that is missing. A full pool drops nothing for such a one. */
export function waitsForGap(pool: Pool, submission: Submission, accountNonce: bigint): boolean {
  const place = placeOf(submission);
  if (!place || place.nonce === accountNonce) return false;
  const next = pool.at(placeKey({ ...place, nonce: accountNonce }));
  return next === undefined || !pool.received.has(next);
}

/**
 * The transactions that a full pool of the network drops for a new one: of accounts whose next nonce is missing, drawn one after the other, those with the
 * highest nonces first. Undefined if that does not make enough room.
 */
export function* evictedFor(
  pool: Pool,
  submission: Submission,
  nonceOf: (account: FeltKey) => bigint,
  capacity: PoolCapacity,
): Steps<readonly FeltKey[] | undefined> {
  const byAccount = new Map<FeltKey, PooledTransaction[]>();
  let seen = 0;
  for (const entry of pool.inOrder()) {
    if (++seen % AT_ONCE === 0) yield;
    const place = placeOf(entry.submission);
    if (!place) continue;
    const entries = byAccount.get(place.address);
    if (entries) entries.push(entry);
    else byAccount.set(place.address, [entry]);
  }
  const hasGap = (address: FeltKey) =>
    byAccount.get(address)!.every((entry) => placeOf(entry.submission)!.nonce > nonceOf(address));
  yield;
  const stuck = [...byAccount.keys()].filter(hasGap);
  yield;
  const evicted: FeltKey[] = [];
  let bytes = pool.bytes + bytesOf(submission);
  const isEnough = () => pool.received.size - evicted.length < capacity.transactions && bytes <= capacity.bytes;
  for (let drawn = 0; stuck.length > 0 && !isEnough(); drawn++) {
    const index = Number(
      splitMix64(pool.config.randomSeed ^ BigInt(pool.nextArrivalId + drawn)) % BigInt(stuck.length),
    );
    const entries = byAccount.get(stuck.splice(index, 1)[0]!)!;
    entries.sort((a, b) => (placeOf(a.submission)!.nonce > placeOf(b.submission)!.nonce ? -1 : 1));
    for (const entry of entries) {
      if (isEnough()) break;
      if (evicted.length % AT_ONCE === 0) yield;
      evicted.push(keyOf(entry.submission.hash));
      bytes -= bytesOf(entry.submission);
    }
  }
  return isEnough() ? evicted : undefined;
}
