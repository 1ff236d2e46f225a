// The rules of the network's pool beside its order, one row for each. docs/mempool.md is written from it.
import type { Submission } from '../execution/transaction.ts';
import type { ChainErrorKind } from '../protocol/chainError.ts';
import type { GatewayLimits } from '../protocol/gatewayLimits.ts';
import { mempoolLimits } from '../protocol/mempoolLimits.ts';
import { groupedDigits } from '../text/groupedDigits.ts';
import { offerOf, type PooledTransaction } from './pooledTransaction.ts';

/** A transaction that comes to the pool, and what the rules compare it with. */
export interface Incoming {
  readonly submission: Submission;
  readonly accountNonce: bigint;
  /** The L2 gas price of the open block, in fri. */
  readonly l2PriceFri: bigint;
  readonly limits: GatewayLimits;
  /** The transaction that it would replace, if one of its account with its nonce waits. */
  readonly earlier: PooledTransaction | undefined;
  /** What the clock of the chain shows; undefined if delays do not count, as when a dump is loaded. */
  readonly now: bigint | undefined;
}

/** A transaction that waits, and what decides whether it can be selected. */
export interface Waiting {
  readonly entry: PooledTransaction;
  readonly l2PriceFri: bigint;
  readonly now: bigint;
}

export interface MempoolRule {
  readonly says: string | ((limits: GatewayLimits) => string);
  /** Where it stands: a file below GATEWAY_SOURCE.folder with its key, or a function of MEMPOOL_SOURCE.code. */
  readonly source: string;
  /** The error of a transaction that is not admitted. */
  readonly error?: ChainErrorKind;
  /** Why a transaction is not admitted; undefined if it is. */
  readonly refuses?: (incoming: Incoming) => string | undefined;
  /** Why a transaction cannot be selected yet; undefined if it can. */
  readonly delays?: (waiting: Waiting) => string | undefined;
}

const { lifetimeSeconds, declareDelaySeconds, capacityBytes } = mempoolLimits;

/** The rules in the order in which they are applied. */
export const mempoolRules = {
  lifetime: {
    says: `A transaction that has waited for more than ${lifetimeSeconds} seconds of the chain's time is dropped`,
    source: 'mempool_config.json: transaction_ttl',
  },
  oldNonce: {
    says: 'The nonce is not below that of the account',
    source: 'mempool.rs: validate_incoming_tx',
    error: 'invalidTransactionNonce',
    refuses: ({ submission: { transaction }, accountNonce }) =>
      transaction.nonce < accountNonce
        ? `The nonce is ${transaction.nonce}, and that of the account is already ${accountNonce}.`
        : undefined,
  },
  nonceGap: {
    says: ({ maxNonceGap }) =>
      `The nonce is at most ${maxNonceGap} ahead of that of the account, so that at most ${maxNonceGap + 1n} transactions of an account wait; that of a declaration is equal to it`,
    source: 'gateway_config.json: max_allowed_nonce_gap, reject_future_declare_txs',
    error: 'invalidTransactionNonce',
    refuses: ({ submission: { transaction }, accountNonce, limits: { maxNonceGap } }) => {
      const most = transaction.type === 'DECLARE' ? accountNonce : accountNonce + maxNonceGap;
      if (transaction.nonce <= most) return undefined;
      return `The nonce is ${transaction.nonce}, and at most ${most} is allowed: that of the account is ${accountNonce}.`;
    },
  },
  minimumPrice: {
    says: 'The price bound of L2 gas is at least the current price. If the price rises later, the transaction waits until it falls again',
    source: 'gateway_config.json: min_gas_price_percentage; fee_transaction_queue.rs: update_gas_price_threshold',
    error: 'feeBelowMinimum',
    refuses: ({ submission, l2PriceFri }) => pricedOut(submission, l2PriceFri),
    delays: ({ entry: { submission }, l2PriceFri }) => pricedOut(submission, l2PriceFri),
  },
  replacement: {
    says: ({ replacementPercent }) =>
      `A transaction replaces another of its account with the same nonce if its tip and its price bound of L2 gas are each at least ${replacementPercent} % higher. The increase is rounded up`,
    source: 'mempool_config.json: fee_escalation_percentage; mempool.rs: increased_enough',
    error: 'replacementUnderpriced',
    refuses: ({ submission, earlier, limits: { replacementPercent } }) => {
      if (!earlier) return undefined;
      const [offer, before] = [offerOf(submission), offerOf(earlier.submission)];
      const needed = (from: bigint) => from + (from * replacementPercent + 99n) / 100n;
      if (offer.tip >= needed(before.tip) && offer.l2PriceFri >= needed(before.l2PriceFri)) return undefined;
      return `A transaction of this account with the same nonce is already in the mempool. To replace it, offer a tip of at least ${groupedDigits(needed(before.tip))} and a price bound of L2 gas of at least ${groupedDigits(needed(before.l2PriceFri))} fri.`;
    },
  },
  declareDelay: {
    says: `A declaration can be selected ${declareDelaySeconds} seconds after it came, and is not replaced before`,
    source: 'mempool_config.json: declare_delay; mempool.rs: validate_no_delayed_declare_front_run',
    error: 'replacementUnderpriced',
    refuses: ({ earlier, now }) =>
      earlier && now !== undefined && isDelayed(earlier, now)
        ? 'The declaration with this nonce is delayed, and cannot be replaced before its time has come.'
        : undefined,
    delays: ({ entry, now }) =>
      isDelayed(entry, now)
        ? `Declarations wait for ${declareDelaySeconds} seconds; this one for ${entry.time + declareDelaySeconds - now} more.`
        : undefined,
  },
  capacity: {
    says: `All transactions together have at most ${groupedDigits(capacityBytes)} bytes. A full pool drops transactions of accounts whose next nonce is missing, the highest nonces first, unless the new one would wait for a missing nonce too`,
    source: 'mempool_config.json: capacity_in_bytes; mempool.rs: handle_capacity_overflow',
    error: 'unexpectedError',
  },
} as const satisfies Readonly<Record<string, MempoolRule>>;

export type MempoolRuleName = keyof typeof mempoolRules;

const RULES: readonly MempoolRule[] = Object.values(mempoolRules);

/** Why the network would not admit a transaction; undefined if it would. */
export function refusalOf(incoming: Incoming): { readonly error: ChainErrorKind; readonly text: string } | undefined {
  for (const { error, refuses } of RULES) {
    const text = refuses?.(incoming);
    if (text !== undefined) return { error: error!, text };
  }
  return undefined;
}

/** Why the network would not select a transaction yet; undefined if it would. */
export function delayOf(waiting: Waiting): string | undefined {
  for (const { delays } of RULES) {
    const text = delays?.(waiting);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** When a delay ends; undefined if there is none after a time. */
export const readyTime = (entry: PooledTransaction, after: bigint): bigint | undefined =>
  isDelayed(entry, after) ? entry.time + declareDelaySeconds : undefined;

const isDelayed = ({ submission: { transaction }, time }: PooledTransaction, now: bigint): boolean =>
  transaction.type === 'DECLARE' && now < time + declareDelaySeconds;

function pricedOut(submission: Submission, l2PriceFri: bigint): string | undefined {
  const offer = offerOf(submission);
  if (submission.transaction.type === 'L1_HANDLER' || offer.l2PriceFri >= l2PriceFri) return undefined;
  return `The price bound of L2 gas is ${groupedDigits(offer.l2PriceFri)} fri, and the price is ${groupedDigits(l2PriceFri)} fri.`;
}
