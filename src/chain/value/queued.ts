import type { PooledTransaction } from '../../mempool/pooledTransaction.ts';
import type { StoredTransaction } from './block.ts';

/** A transaction that is in no block: it waits, or was selected just now. */
export interface QueuedTransaction extends Pick<StoredTransaction, 'hash' | 'transaction' | 'l1TransactionHash'> {
  readonly finality: 'RECEIVED' | 'CANDIDATE';
}

export const queued = (
  { submission: { hash, transaction }, l1TransactionHash }: PooledTransaction,
  finality: QueuedTransaction['finality'],
): QueuedTransaction => ({ hash, transaction, l1TransactionHash, finality });
