import type { PlacedTransaction } from '../../chain/value/block.ts';
import type { TransactionCursor } from './matchingTransactions.ts';

/** A place between two items of transactions, such as events: those with a smaller index, and all before the transaction, come before it. */
export interface ItemCursor extends TransactionCursor {
  readonly item: number;
}

/** The place before which transactions are looked at: the one that the place is in may have more items before it. */
export const transactionsBefore = (before: ItemCursor | undefined): TransactionCursor | undefined =>
  before && { blockNumber: before.blockNumber, index: before.index + 1 };

/** How many items of a transaction come before a place. */
export const itemsBefore = (
  { blockNumber, index }: PlacedTransaction,
  length: number,
  before: ItemCursor | undefined,
): number => (before?.blockNumber === blockNumber && before.index === index ? Math.min(before.item, length) : length);
