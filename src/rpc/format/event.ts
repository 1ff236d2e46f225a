import type { PlacedTransaction } from '../../chain/value/block.ts';
import { type Hex, hex, hexList } from './hex.ts';

/** What a contract emitted. */
export interface EmittedEvent {
  readonly transaction_hash: Hex;
  readonly transaction_index: number;
  readonly event_index: number;
  /** Absent while the block is open. */
  readonly block_hash?: Hex;
  /** Absent while the block is open. */
  readonly block_number?: number;
  readonly from_address: Hex;
  readonly keys: readonly Hex[];
  readonly data: readonly Hex[];
}

/** An event with its position. While its block is open, the fields of the block are absent. */
export function formatEvent(placed: PlacedTransaction, eventIndex: number): EmittedEvent {
  const { fromAddress, keys, data } = placed.receipt.events[eventIndex]!;
  return {
    transaction_hash: hex(placed.hash),
    transaction_index: placed.index,
    event_index: eventIndex,
    ...(placed.block === undefined ? {} : { block_hash: hex(placed.block.hash), block_number: placed.blockNumber }),
    from_address: hex(fromAddress),
    keys: hexList(keys),
    data: hexList(data),
  };
}
