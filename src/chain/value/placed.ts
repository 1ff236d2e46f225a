import type { Block, Finality, OpenBlock, PlacedTransaction } from './block.ts';
import type { ChainValue } from './chainValue.ts';
import type { BlockRecord } from './history.ts';

/** How final a block is. */
export function finalityOf(
  { l1AcceptedNumber: accepted }: Pick<ChainValue, 'l1AcceptedNumber'>,
  { kind, number }: Block | OpenBlock,
): Finality {
  if (kind === 'open') return 'PRE_CONFIRMED';
  return accepted !== undefined && number <= accepted ? 'ACCEPTED_ON_L1' : 'ACCEPTED_ON_L2';
}

/** A transaction of a sealed block with its place. */
export function placedAt(value: ChainValue, { block, executed }: BlockRecord, index: number): PlacedTransaction {
  const finality = finalityOf(value, block);
  return { blockNumber: block.number, block, index, finality, ...executed[index]! };
}

/** The transactions of a sealed block with their places. */
export const placedOf = (value: ChainValue, record: BlockRecord): PlacedTransaction[] =>
  record.executed.map((_, index) => placedAt(value, record, index));

/** Makes the transactions of a sealed block with their places one by one. */
export function* eachPlaced(value: ChainValue, record: BlockRecord): Generator<PlacedTransaction> {
  for (let index = 0; index < record.executed.length; index++) yield placedAt(value, record, index);
}

/** A transaction of the open block with its place. */
export const placedInOpen = ({ open }: ChainValue, index: number): PlacedTransaction => ({
  blockNumber: open.number,
  block: undefined,
  index,
  finality: 'PRE_CONFIRMED',
  ...open.executed.at(index)!,
});

/** The transactions of the open block with their places, from one on, made one by one. */
export function* eachPlacedInOpen(value: ChainValue, first = 0): Generator<PlacedTransaction> {
  for (let index = first; index < value.open.executed.length; index++) yield placedInOpen(value, index);
}
