import type { ChainView } from '../../../chain/chainView.ts';
import type { Finality, PlacedTransaction } from '../../../chain/value/block.ts';
import { eventMatcher } from '../../../chain/value/eventFilter.ts';
import { finalityOf } from '../../../chain/value/placed.ts';
import type { Felt } from '../../../felt/felt.ts';
import { subscriptionBlockId } from '../../decode/blockId.ts';
import { oneOf, optional, struct } from '../../decode/decoder.ts';
import { filterAddresses, filterKeys } from '../../decode/eventFilter.ts';
import { optionalParams } from '../../decode/params.ts';
import { formatEvent } from '../../format/event.ts';
import { method } from '../../method.ts';
import { originPastEvents } from '../../origin/originPast.ts';
import { eventNotices, type Notice } from '../../subscriptions/notice.ts';
import { Notification, notificationOf } from '../../subscriptions/notification.ts';
import { orReorg, startNumber, subscriptionsOf } from '../../subscriptions/subscribe.ts';

const params = optionalParams(
  struct('EventsSubscriptionInput', {
    from_address: filterAddresses,
    keys: filterKeys,
    block_id: optional(subscriptionBlockId),
    finality_status: optional(oneOf('RECEIVED', 'CANDIDATE', 'PRE_CONFIRMED', 'ACCEPTED_ON_L2', 'ACCEPTED_ON_L1')),
  }),
);

export const subscribeEvents = method({
  name: 'subscribeEvents',
  group: 'chain',
  summary: 'Notifies of events that match a filter, including past ones from a given block.',
  kind: 'subscription',
  origin: 'none',
  params,
  run: async (context, { fromAddress: addresses, keys, blockId = 'latest', finalityStatus = 'ACCEPTED_ON_L2' }) => {
    const { chain, dialect, node } = context;
    const subscriptions = subscriptionsOf(context);
    const matches = eventMatcher({ addresses, keys });
    const start = await startNumber(chain, blockId);
    const leastRank = RANK[finalityStatus];
    const before =
      chain.origin && start <= chain.origin.block.number
        ? await originPastEvents(chain, chain.origin, start, { address: addresses, keys })
        : [];
    const selected = before.filter(({ finality_status }) => RANK[finality_status] >= leastRank);
    // Blocks may have been made during the request to the origin.
    const isTold = finalityStatus === 'PRE_CONFIRMED' ? onceFrom(node.chain) : hasFinality(finalityStatus);
    const select = orReorg((notice) =>
      isTold(notice) && matches(notice.transaction.receipt.events[notice.eventIndex]!)
        ? notificationOf(notice, NAME, () => toldEvent(notice.transaction, notice.eventIndex))
        : undefined,
    );
    const from = Math.max(start, node.chain.firstNumber);
    const filterValues = (addresses?.length ?? 0) + (keys ?? []).reduce((sum, some) => sum + some.length, 0);
    return subscriptions.add(dialect, select, {
      past: pastEvents(selected, node.chain, from, leastRank, matches),
      filterValues,
    });
  },
});

type EventNotice = Extract<Notice, { kind: 'event' }>;
type IsTold = (notice: Notice) => notice is EventNotice;

const hasFinality = (wanted: Finality | 'RECEIVED' | 'CANDIDATE'): IsTold => {
  return (notice): notice is EventNotice => notice.kind === 'event' && notice.transaction.finality === wanted;
};

/**
 * Tells events when they are pre-confirmed. A transaction that makes a block of its own never is: its events come with
 * the block, whatever the mode was before and after.
 */
function onceFrom({ open }: ChainView): IsTold {
  let known = new Set(Array.from(open.transactions, ({ hash }) => hash));
  let sealed: ReadonlySet<Felt> = new Set();
  return (notice): notice is EventNotice => {
    if (notice.kind === 'head') [sealed, known] = [known, new Set()];
    if (notice.kind !== 'event') return false;
    const { hash, finality } = notice.transaction;
    if (finality === 'PRE_CONFIRMED') known.add(hash);
    return finality === 'PRE_CONFIRMED' || !sealed.has(hash);
  };
}

/** Past events are sent if they are at least as final as requested. */
const RANK = { RECEIVED: 0, CANDIDATE: 0, PRE_CONFIRMED: 1, ACCEPTED_ON_L2: 2, ACCEPTED_ON_L1: 3 } as const;

const NAME = 'subscriptionEvents';

const toldEvent = (transaction: PlacedTransaction, eventIndex: number): object => ({
  ...formatEvent(transaction, eventIndex),
  finality_status: transaction.finality,
});

function* pastEvents(
  ofOrigin: readonly object[],
  chain: ChainView,
  from: number,
  leastRank: number,
  matches: ReturnType<typeof eventMatcher>,
): Generator<Notification | undefined> {
  for (const event of ofOrigin) yield new Notification(NAME, event);
  for (let number = from; number <= chain.openNumber; number++) {
    const block = number === chain.openNumber ? chain.open : chain.blockByNumber(number);
    if (!block || RANK[finalityOf(chain.value, block)] < leastRank) continue;
    for (const placed of chain.eachTransaction(block)) {
      for (const { eventIndex } of eventNotices(placed))
        if (matches(placed.receipt.events[eventIndex]!)) yield new Notification(NAME, toldEvent(placed, eventIndex));
      yield undefined;
    }
  }
}
