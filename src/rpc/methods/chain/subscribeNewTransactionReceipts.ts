import { list, oneOf, optional, struct } from '../../decode/decoder.ts';
import { filterSenders } from '../../decode/eventFilter.ts';
import { optionalParams } from '../../decode/params.ts';
import { formatPlacedReceipt } from '../../format/receipt.ts';
import { method } from '../../method.ts';
import { notificationOf } from '../../subscriptions/notification.ts';
import { orReorg, subscriptionsOf } from '../../subscriptions/subscribe.ts';
import { transactionMatcher } from '../../subscriptions/transactionMatcher.ts';

const params = optionalParams(
  struct('TransactionReceiptSubscriptionInput', {
    finality_status: optional(list(oneOf('PRE_CONFIRMED', 'ACCEPTED_ON_L2'), 'flags')),
    sender_address: filterSenders,
  }),
);

/** Subscribes to new receipts. Existing ones are not sent. */
export const subscribeNewTransactionReceipts = method({
  name: 'subscribeNewTransactionReceipts',
  group: 'chain',
  summary: 'Notifies of the receipts of new transactions.',
  kind: 'subscription',
  params,
  run: (context, { finalityStatus, senderAddress }) => {
    const matches = transactionMatcher(finalityStatus, senderAddress);
    const select = orReorg((notice) =>
      notice.kind === 'receipt' && matches(notice.transaction)
        ? notificationOf(notice, 'subscriptionNewTransactionReceipts', () => formatPlacedReceipt(notice.transaction))
        : undefined,
    );
    return subscriptionsOf(context).add(context.dialect, select, { filterValues: senderAddress?.length ?? 0 });
  },
});
