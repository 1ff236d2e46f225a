import type { BlockId } from '../../../chain/blockId.ts';
import type { ChainView } from '../../../chain/node.ts';
import { invalidParams, RpcError } from '../../../protocol/errors.ts';
import { limits } from '../../../protocol/limits.ts';
import { blockId } from '../../decode/blockId.ts';
import { type Decoder, list, oneOrMany, optional, struct, text, u64 } from '../../decode/decoder.ts';
import { address, felt } from '../../decode/felt.ts';
import { type EventFilter, eventMatcher } from '../../events.ts';
import { formatEvent } from '../../format/event.ts';
import { method } from '../../method.ts';

const chunkSize: Decoder<bigint> = (value) => {
  const size = u64(value);
  if (size === 0n) throw invalidParams('chunk_size must be at least 1');
  return size;
};

const filter = struct(
  'EventFilter',
  {
    from_block: optional(blockId),
    to_block: optional(blockId),
    address: optional(oneOrMany(address)),
    keys: optional(list(list(felt))),
    continuation_token: optional(text),
    chunk_size: chunkSize,
  },
  { open: true, namedOnly: true },
);
const params = struct('EventsInput', { filter }, { open: true });

export const getEvents = method('getEvents', params, ({ chain }, { filter }) => {
  const [from, to] = rangeOf(chain, filter.fromBlock, filter.toBlock);
  const skip = readToken(filter.continuationToken) * filter.chunkSize;
  const end = skip + filter.chunkSize;
  const events: object[] = [];
  let seen = 0n;
  for (const event of eventsBetween(chain, from, to, { addresses: filter.address, keys: filter.keys })) {
    if (seen === end) return { events, continuation_token: (skip / filter.chunkSize + 1n).toString() };
    if (seen >= skip) {
      if (events.length === limits.eventPage) throw new RpcError('pageSizeTooBig');
      events.push(formatEvent(...event));
    }
    seen++;
  }
  return { events };
});

// Both ends must exist, even where the range turns out empty. No end means: up to the open block.
function rangeOf(chain: ChainView, from: BlockId | undefined, to: BlockId | undefined): [number, number] {
  return [
    from === undefined ? chain.firstNumber : chain.resolveBlock(from).number,
    to === undefined ? chain.open.number : chain.resolveBlock(to).number,
  ];
}

const TOKEN = /^\+?\d{1,20}$/;

/** A token is the number of a page. */
function readToken(token: string | undefined): bigint {
  if (token === undefined) return 0n;
  const page = TOKEN.test(token) ? BigInt(token.replace('+', '')) : -1n;
  if (page < 0n || page >= 2n ** 64n) throw new RpcError('invalidContinuationToken');
  return page;
}

function* eventsBetween(chain: ChainView, from: number, to: number, wanted: EventFilter) {
  const matches = eventMatcher(wanted);
  const { open } = chain;
  for (let number = Math.max(from, chain.firstNumber); number <= to; number++) {
    const block = number === open.number ? open : chain.blockByNumber(number);
    if (!block) return;
    if (block.kind === 'sealed' && block.eventCount === 0) continue;
    for (const placed of chain.placedTransactions(block))
      for (let i = 0; i < placed.receipt.events.length; i++) if (matches(placed, i)) yield [placed, i] as const;
  }
}
