import type { Finality, PlacedTransaction } from './block.ts';
import type { ChainValue } from './chainValue.ts';
import type { BlockRecord } from './history.ts';

/** How final a sealed block is. */
export const finalityOf = (value: ChainValue, number: number): Finality =>
  value.l1AcceptedNumber !== undefined && number <= value.l1AcceptedNumber ? 'ACCEPTED_ON_L1' : 'ACCEPTED_ON_L2';

/** The transactions of a sealed block with their places. */
export function placedOf(value: ChainValue, { block, executed }: BlockRecord): PlacedTransaction[] {
  const finality = finalityOf(value, block.number);
  return executed.map((transaction, index) => ({
    ...transaction,
    blockNumber: block.number,
    blockHash: block.hash,
    index,
    finality,
  }));
}

/** The transactions of the open block with their places. */
export function placedOfOpen({ open }: ChainValue): PlacedTransaction[] {
  return open.executed.map((transaction, index) => ({
    ...transaction,
    blockNumber: open.number,
    blockHash: undefined,
    index,
    finality: 'PRE_CONFIRMED',
  }));
}
