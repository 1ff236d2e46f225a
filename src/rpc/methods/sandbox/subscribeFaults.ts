import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';
import { notificationOf } from '../../subscriptions/notification.ts';
import { orReorg, subscriptionsOf } from '../../subscriptions/subscribe.ts';
import type { Selector } from '../../subscriptions/subscriptions.ts';

export const subscribeFaults = method({
  name: 'subscribeFaults',
  group: 'sandbox',
  summary: 'Notifies when faults happen or their rules change, and of how many there are. `getFaults` has them.',
  kind: 'subscription',
  params: noParams,
  run: async (context) => subscriptionsOf(context).add(context.dialect, select),
});

const select: Selector = orReorg((notice) =>
  notice.kind === 'faults'
    ? notificationOf(notice, 'subscriptionFaults', () => notice.faults, { group: 'sandbox' })
    : undefined,
);
