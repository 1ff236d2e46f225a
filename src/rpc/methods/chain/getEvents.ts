import type { ChainView } from '../../../chain/chainView.ts';
import type { BlockId } from '../../../chain/value/blockId.ts';
import { limits } from '../../../protocol/limits.ts';
import { blockId } from '../../decode/blockId.ts';
import { decoder, optional, struct, text, u64 } from '../../decode/decoder.ts';
import { filterAddresses, filterKeys } from '../../decode/eventFilter.ts';
import { localEvents } from '../../events/eventPage.ts';
import { method } from '../../method.ts';
import { forkedEvents } from '../../origin/forkedEvents.ts';
import { invalidParams } from '../../rpcError.ts';

const chunkSize = decoder<bigint, number | bigint>('whole number, at least 1', limits.eventPage, (value) => {
  const size = u64(value);
  if (size === 0n) throw invalidParams('chunk_size must be at least 1');
  return size;
});

const filter = struct(
  'EventFilter',
  {
    from_block: optional(blockId),
    to_block: optional(blockId),
    address: filterAddresses,
    keys: filterKeys,
    continuation_token: optional(text('textChars')),
    chunk_size: chunkSize,
  },
  { open: true, namedOnly: true },
);
const params = struct('EventsInput', { filter }, { open: true });

export const getEvents = method({
  name: 'getEvents',
  group: 'chain',
  summary: 'A page of the events that match a filter.',
  kind: 'read',
  params,
  run: ({ chain }, { filter }) => {
    if (chain.origin) return forkedEvents(chain, chain.origin, filter);
    const [from, to] = rangeOf(chain, filter.fromBlock, filter.toBlock);
    return localEvents(chain, filter, from, to);
  },
});

// Both ends must exist, even where the range turns out empty. No end means: up to the open block.
function rangeOf(chain: ChainView, from: BlockId | undefined, to: BlockId | undefined): [number, number] {
  return [
    from === undefined ? chain.firstNumber : chain.resolveBlock(from).number,
    to === undefined ? chain.openNumber : chain.resolveBlock(to).number,
  ];
}
