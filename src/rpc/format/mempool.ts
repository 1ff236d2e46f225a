import type { ChainView } from '../../chain/chainView.ts';
import type { Transaction } from '../../execution/transaction.ts';
import { jsonInteger } from '../../json/writeJson.ts';
import type { NotAdded } from '../../mempool/fillBlock.ts';
import type { MempoolConfig, MempoolOrdering, MempoolRules } from '../../mempool/mempoolConfig.ts';
import type { Arrival } from '../../mempool/pooledTransaction.ts';
import { senderOf } from '../../tools/find/outerCalls.ts';
import { type Hex, hex } from './hex.ts';
import { formatHashedTransaction, type TransactionWithHash } from './transaction.ts';

/** How a mempool works. */
export interface MempoolConfigOutput {
  readonly ordering: MempoolOrdering;
  readonly random_seed: number | bigint;
  readonly max_transactions_per_block: number;
  readonly rules: MempoolRules;
}

export const formatMempoolConfig = (config: MempoolConfig): MempoolConfigOutput => ({
  ordering: config.ordering,
  random_seed: jsonInteger(config.randomSeed),
  max_transactions_per_block: config.maxTransactionsPerBlock,
  rules: config.rules,
});

/** A transaction that waits, or is in the open block. */
export interface MempoolTransaction {
  readonly transaction_hash: Hex;
  readonly status: 'RECEIVED' | 'PRE_CONFIRMED';
  readonly arrival_id: number;
  /** What the clock of the chain showed when it came. */
  readonly arrived_at: number | bigint;
  readonly type: Transaction['type'];
  /** The account that sent it, or the contract that handles a message from L1. */
  readonly sender_address: Hex;
  readonly nonce: Hex;
  readonly tip: Hex;
  /** Only if it was asked for. */
  readonly transaction?: TransactionWithHash;
}

/** A transaction of the mempool before it is written. */
export interface ListedTransaction extends Arrival {
  readonly status: MempoolTransaction['status'];
  readonly stored: Parameters<typeof formatHashedTransaction>[0];
}

/** Those that wait and those of the open block, in order of arrival. */
export function mempoolTransactions({ value: { pool, open } }: ChainView): readonly ListedTransaction[] {
  const listed: ListedTransaction[] = pool.inOrder().map(({ submission, l1TransactionHash, arrivalId, time }) => ({
    arrivalId,
    time,
    status: 'RECEIVED',
    stored: { ...submission, l1TransactionHash },
  }));
  for (const [hash, { arrivalId, time }] of pool.proposed)
    listed.push({ arrivalId, time, status: 'PRE_CONFIRMED', stored: open.executed.at(open.places.get(hash)!)! });
  return listed.sort((a, b) => a.arrivalId - b.arrivalId);
}

export function formatMempoolTransaction(
  { stored, status, arrivalId, time }: ListedTransaction,
  isWhole: boolean,
): MempoolTransaction {
  const { transaction, hash } = stored;
  return {
    transaction_hash: hex(hash),
    status,
    arrival_id: arrivalId,
    arrived_at: jsonInteger(time),
    type: transaction.type,
    sender_address: hex(senderOf(transaction)),
    nonce: hex('nonce' in transaction ? transaction.nonce : 0n),
    tip: hex('tip' in transaction ? transaction.tip : 0n),
    ...(isWhole && { transaction: formatHashedTransaction(stored) }),
  };
}

/** A transaction that was not added to the block, and why. */
export interface NotPreconfirmed {
  readonly transaction_hash: Hex;
  readonly reason: string;
}

export const formatNotAdded = ({ hash, reason }: NotAdded): NotPreconfirmed => ({
  transaction_hash: hex(hash),
  reason,
});
