import type { Steps } from '../async/steps.ts';
import { formatFelt } from '../felt/felt.ts';
import { type FeltKey, feltOf } from '../felt/key.ts';
import { delayOf } from './mempoolRules.ts';
import { type OrderingContext, type ReadyTransactions, readyTransactions } from './orderings.ts';
import type { Pool } from './pool.ts';
import { type PooledTransaction, placeKey, placeOf } from './pooledTransaction.ts';

/** What selections depend on beside the pool. */
export interface SelectionContext extends OrderingContext {
  /** What the clock of the chain shows; undefined if delays do not count, as when a dump is loaded. */
  readonly now: bigint | undefined;
}

/** Whether a transaction can be selected: now, later, or never again because its nonce was used. */
export type Eligibility =
  | { readonly kind: 'ready' }
  | { readonly kind: 'blocked' | 'stale'; readonly reason: () => string };

const READY: Eligibility = { kind: 'ready' };

export function eligibility(
  pool: Pool,
  entry: PooledTransaction,
  accountNonce: bigint,
  context: SelectionContext,
): Eligibility {
  const place = placeOf(entry.submission);
  if (place && place.nonce !== accountNonce) {
    const isStale = place.nonce < accountNonce;
    const reason = () =>
      `Its nonce is ${place.nonce}, and that of the account ${formatFelt(feltOf(place.address))} is ${isStale ? 'already ' : ''}${accountNonce}.`;
    return { kind: isStale ? 'stale' : 'blocked', reason };
  }
  const { now, l2PriceFri } = context;
  const delay = pool.config.rules === 'network' && now !== undefined ? delayOf({ entry, l2PriceFri, now }) : undefined;
  return delay === undefined ? READY : { kind: 'blocked', reason: () => delay };
}

/** Entries that are looked at between two pauses. */
const AT_ONCE = 512;

/** Selects transactions of a pool one after the other. Of an account only the one with the next nonce can be selected. */
export class Selection {
  /** Those whose nonce was used. */
  readonly stale: readonly { readonly entry: PooledTransaction; readonly reason: string }[];
  readonly #pool: Pool;
  readonly #ready: ReadyTransactions;
  readonly #context: SelectionContext;

  private constructor(pool: Pool, ready: ReadyTransactions, context: SelectionContext, stale: Selection['stale']) {
    this.#pool = pool;
    this.#ready = ready;
    this.#context = context;
    this.stale = stale;
  }

  /** Starts to select. `nonceOf` gives the nonces of all accounts of the pool. */
  static *start(pool: Pool, nonceOf: (account: FeltKey) => bigint, context: SelectionContext): Steps<Selection> {
    const ready = readyTransactions(pool.config, context);
    const stale: { entry: PooledTransaction; reason: string }[] = [];
    let seen = 0;
    for (const entry of pool.received.values()) {
      const place = placeOf(entry.submission);
      const found = eligibility(pool, entry, place ? nonceOf(place.address) : 0n, context);
      if (found.kind === 'ready') ready.add(entry);
      else if (found.kind === 'stale') stale.push({ entry, reason: found.reason() });
      if (++seen % AT_ONCE === 0) yield;
    }
    stale.sort((a, b) => a.entry.arrivalId - b.entry.arrivalId);
    return new Selection(pool, ready, context, stale);
  }

  /** The next one; undefined if none can be selected. */
  next(selections: number): PooledTransaction | undefined {
    return this.#ready.take(selections);
  }

  /** Makes the next one of an account ready after one of it was added to the block. */
  added({ submission }: PooledTransaction): void {
    const place = placeOf(submission);
    if (!place) return;
    const nonce = place.nonce + 1n;
    const hash = this.#pool.at(placeKey({ ...place, nonce }));
    const next = hash === undefined ? undefined : this.#pool.received.get(hash);
    if (next && eligibility(this.#pool, next, nonce, this.#context).kind === 'ready') this.#ready.add(next);
  }
}

/** The accounts of the transactions that wait. */
export function accountsOf(pool: Pool): ReadonlySet<FeltKey> {
  const accounts = new Set<FeltKey>();
  for (const { submission } of pool.received.values()) {
    const place = placeOf(submission);
    if (place) accounts.add(place.address);
  }
  return accounts;
}
