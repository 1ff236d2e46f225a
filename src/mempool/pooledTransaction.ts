import { classBytes } from '../classes/declaredClass.ts';
import type { ExecutionFlags } from '../execution/outcome.ts';
import { type Submission, senderOf } from '../execution/transaction.ts';
import type { Felt } from '../felt/felt.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';

/** When a transaction came to the pool. */
export interface Arrival {
  /** The arrivals are counted from 0. */
  readonly arrivalId: number;
  /** What the clock of the chain showed. */
  readonly time: bigint;
}

/** A transaction that waits. */
export interface PooledTransaction extends Arrival {
  readonly submission: Submission;
  /** How a transaction of the sandbox itself ran before its block was given up, such as a mint; undefined for one of a client. */
  readonly flags?: ExecutionFlags | undefined;
  /** The L1 transaction that a message came from. */
  readonly l1TransactionHash?: bigint | undefined;
}

/** The account that a transaction counts for, and its number there. */
export interface AccountPlace {
  readonly address: FeltKey;
  readonly nonce: bigint;
}

/** The place of a transaction in the row of its account; undefined for a message, which has no account. */
export const placeOf = ({ transaction }: Submission): AccountPlace | undefined =>
  transaction.type === 'L1_HANDLER' ? undefined : { address: keyOf(senderOf(transaction)), nonce: transaction.nonce };

/** A place as the key of a map. */
export const placeKey = ({ address, nonce }: AccountPlace): string => `${address}${keyOf(nonce as Felt)}`;

/** What a transaction offers for being selected. */
export const offerOf = ({ transaction }: Submission): { readonly tip: bigint; readonly l2PriceFri: bigint } =>
  transaction.type === 'L1_HANDLER'
    ? { tip: 0n, l2PriceFri: 0n }
    : { tip: transaction.tip, l2PriceFri: transaction.resourceBounds.l2Gas.maxPricePerUnit };

/** Estimates on the safe side: 10,000 transfers that wait were measured to take 8.3 MB. */
const TRANSACTION_BYTES = 2000;
const FELT_BYTES = 40;

/** About how much memory a transaction takes while it waits. */
export function bytesOf(submission: Submission): number {
  let bytes = TRANSACTION_BYTES;
  for (const value of Object.values(submission.transaction))
    if (Array.isArray(value)) bytes += value.length * FELT_BYTES;
  return 'declaredClass' in submission ? bytes + classBytes(submission.declaredClass) : bytes;
}
