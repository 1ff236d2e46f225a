import type { ChainView } from '../../../chain/node.ts';
import { subscriptionBlockId } from '../../decode/blockId.ts';
import { optional, struct } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { formatHeader } from '../../format/block.ts';
import { method } from '../../method.ts';
import { orReorg, startNumber, subscriptionsOf } from '../../subscribe.ts';
import type { Notification, Selector } from '../../subscriptions.ts';

const params = optionalParams(struct('BlockSubscriptionInput', { block_id: optional(subscriptionBlockId) }));

export const subscribeNewHeads = method('subscribeNewHeads', params, (context, { blockId }) => {
  const { chain, dialect } = context;
  const subscriptions = subscriptionsOf(context);
  // The latest block is where the subscriber stands already.
  const past = blockId === undefined || blockId === 'latest' ? [] : heads(chain, startNumber(chain, blockId));
  return subscriptions.add(dialect, select, past);
});

const notification = (result: object): Notification => ({ method: 'subscriptionNewHeads', result });

const select: Selector = orReorg((notice) =>
  notice.kind === 'head' ? notification(formatHeader(notice.block)) : undefined,
);

function* heads(chain: ChainView, from: number): Generator<Notification> {
  for (let number = from; number <= chain.latest.number; number++) {
    const block = chain.blockByNumber(number);
    if (block) yield notification(formatHeader(block));
  }
}
