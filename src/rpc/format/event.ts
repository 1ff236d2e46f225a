import type { PlacedTransaction } from '../../chain/value/block.ts';
import { hex, hexList } from './hex.ts';

/** An emitted event with its place; while its block is open it has none of the block's fields. */
export function formatEvent(placed: PlacedTransaction, eventIndex: number): object {
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
