import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';
import { notificationOf } from '../../subscriptions/notification.ts';
import { orReorg, subscriptionsOf } from '../../subscriptions/subscribe.ts';
import type { Selector } from '../../subscriptions/subscriptions.ts';

export const subscribeRebuilds = method({
  name: 'subscribeRebuilds',
  group: 'sandbox',
  summary:
    'Notifies of every class that was built again and of the contracts that run it now, while builds are followed.',
  kind: 'subscription',
  params: noParams,
  run: async (context) => subscriptionsOf(context).add(context.dialect, select),
});

const select: Selector = orReorg((notice) =>
  notice.kind === 'rebuild'
    ? notificationOf(notice, 'subscriptionRebuilds', () => notice.rebuild, { group: 'sandbox' })
    : undefined,
);
