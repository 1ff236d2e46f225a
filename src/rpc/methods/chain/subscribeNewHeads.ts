import type { ChainView } from '../../../chain/chainView.ts';
import { subscriptionBlockId } from '../../decode/blockId.ts';
import { optional, struct } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { formatHeader } from '../../format/block.ts';
import { method } from '../../method.ts';
import { originHeads } from '../../origin/originPast.ts';
import { Notification, notificationOf } from '../../subscriptions/notification.ts';
import { orReorg, startNumber, subscriptionsOf } from '../../subscriptions/subscribe.ts';
import type { Selector } from '../../subscriptions/subscriptions.ts';

const params = optionalParams(struct('BlockSubscriptionInput', { block_id: optional(subscriptionBlockId) }));

export const subscribeNewHeads = method({
  name: 'subscribeNewHeads',
  group: 'chain',
  summary: 'Notifies of the header of every new block, including past ones from a given block.',
  kind: 'subscription',
  origin: 'none',
  params,
  run: async (context, { blockId }) => {
    const { chain, dialect, node } = context;
    const subscriptions = subscriptionsOf(context);
    // A subscription at the latest block starts with the next one.
    if (blockId === undefined || blockId === 'latest') return subscriptions.add(dialect, select);
    const start = await startNumber(chain, blockId);
    const before = chain.origin ? await originHeads(chain.origin, start) : [];
    // Blocks may have been made during the request to the origin.
    return subscriptions.add(dialect, select, { past: heads(before, node.chain, start) });
  },
});

const NAME = 'subscriptionNewHeads';

const select: Selector = orReorg((notice) =>
  notice.kind === 'head' ? notificationOf(notice, NAME, () => formatHeader(notice.block)) : undefined,
);

function* heads(ofOrigin: readonly object[], chain: ChainView, from: number): Generator<Notification> {
  for (const header of ofOrigin) yield new Notification(NAME, header);
  for (let number = Math.max(from, chain.firstNumber); number <= chain.latest.number; number++) {
    const block = chain.blockByNumber(number);
    if (block) yield new Notification(NAME, formatHeader(block));
  }
}
