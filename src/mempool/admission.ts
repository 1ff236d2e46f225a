import { finishInSlices } from '../async/steps.ts';
import type { Submission } from '../execution/transaction.ts';
import { formatFelt } from '../felt/felt.ts';
import { type FeltKey, feltOf } from '../felt/key.ts';
import { ChainError } from '../protocol/chainError.ts';
import type { GatewayLimits } from '../protocol/gatewayLimits.ts';
import { limits } from '../protocol/limits.ts';
import { evictedFor, hasRoom, type PoolCapacity, waitsForGap } from './makeRoom.ts';
import { mempoolRules, refusalOf } from './mempoolRules.ts';
import type { Pool } from './pool.ts';
import { placeKey, placeOf } from './pooledTransaction.ts';
import { accountsOf, type SelectionContext } from './selection.ts';

/** The nonces of accounts in the state of the open block, which a fork may have to ask for. */
export interface AccountNonces {
  one(account: FeltKey): Promise<bigint>;
  /** All of these, read before they are needed. */
  all(accounts: Iterable<FeltKey>): Promise<(account: FeltKey) => bigint>;
}

/** What decides whether a pool takes a transaction, beside the pool. */
export interface AdmissionContext extends SelectionContext {
  readonly nonces: AccountNonces;
  readonly limits: GatewayLimits;
  /** When the transaction comes. */
  readonly arrival: bigint;
}

const CAPACITY: PoolCapacity = { transactions: limits.pooledTransactions, bytes: limits.pooledBytes };

/** The pool with one more transaction, and without those that give way to it. Throws if it is not admitted. */
export async function admitted(pool: Pool, submission: Submission, context: AdmissionContext): Promise<Pool> {
  const replaced = await replacedBy(pool, submission, context);
  const rest = replaced === undefined ? pool : pool.without([replaced]);
  const evicted = hasRoom(rest, submission, CAPACITY) ? [] : await makeRoom(rest, submission, context);
  return rest.without(evicted).with(submission, context.arrival);
}

/** The transaction with the same nonce that gives way to a new one; undefined if there is none. */
async function replacedBy(pool: Pool, submission: Submission, context: AdmissionContext): Promise<FeltKey | undefined> {
  const place = placeOf(submission);
  if (!place) return undefined;
  const taken = pool.at(placeKey(place));
  const earlier = taken === undefined ? undefined : pool.received.get(taken);
  if (pool.config.rules === 'network') {
    const accountNonce = await context.nonces.one(place.address);
    const refusal = refusalOf({ ...context, submission, accountNonce, earlier });
    if (!refusal) return earlier && taken;
    const isData = refusal.error === 'invalidTransactionNonce';
    throw new ChainError(refusal.error, isData ? { data: refusal.text } : { help: refusal.text });
  }
  if (taken === undefined) return undefined;
  throw new ChainError('invalidTransactionNonce', {
    data: `A transaction of the account ${formatFelt(feltOf(place.address))} with nonce ${place.nonce} is already in the mempool: ${formatFelt(feltOf(taken))}.`,
  });
}

/** The transactions that a full pool drops for a new one. Throws if there are not enough. */
async function makeRoom(pool: Pool, submission: Submission, { nonces }: AdmissionContext): Promise<readonly FeltKey[]> {
  const place = placeOf(submission);
  const mayEvict =
    pool.config.rules === 'network' && !(place && waitsForGap(pool, submission, await nonces.one(place.address)));
  const evicted = mayEvict
    ? await finishInSlices(evictedFor(pool, submission, await nonces.all(accountsOf(pool)), CAPACITY))
    : undefined;
  if (evicted) return evicted;
  throw new ChainError(mempoolRules.capacity.error, {
    data: `The mempool is full: ${pool.received.size} transactions wait. Let some be selected, or remove some.`,
  });
}
