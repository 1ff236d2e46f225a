import { list, oneOf, optional, struct } from '../../decode/decoder.ts';
import { filterSenders } from '../../decode/eventFilter.ts';
import { includeProofFacts } from '../../decode/flags.ts';
import { optionalParams } from '../../decode/params.ts';
import { formatHashedTransaction } from '../../format/transaction.ts';
import { method } from '../../method.ts';
import { notificationOf } from '../../subscriptions/notification.ts';
import { orReorg, subscriptionsOf } from '../../subscriptions/subscribe.ts';
import { transactionMatcher } from '../../subscriptions/transactionMatcher.ts';

const params = optionalParams(
  struct('TransactionSubscriptionInput', {
    finality_status: optional(list(oneOf('RECEIVED', 'CANDIDATE', 'PRE_CONFIRMED', 'ACCEPTED_ON_L2'), 'flags')),
    sender_address: filterSenders,
    tags: includeProofFacts,
  }),
);

/** Subscribes to new transactions. Existing ones are not sent. */
export const subscribeNewTransactions = method({
  name: 'subscribeNewTransactions',
  group: 'chain',
  summary: 'Notifies of new transactions.',
  kind: 'subscription',
  params,
  run: (context, { finalityStatus, senderAddress, tags: proofFacts }) => {
    const matches = transactionMatcher(finalityStatus, senderAddress);
    const select = orReorg((notice) =>
      (notice.kind === 'transaction' || notice.kind === 'queued') && matches(notice.transaction)
        ? notificationOf(
            notice,
            'subscriptionNewTransaction',
            () => ({
              ...formatHashedTransaction(notice.transaction, { proofFacts }),
              finality_status: notice.transaction.finality,
            }),
            { form: proofFacts ? 'withProofFacts' : 'plain' },
          )
        : undefined,
    );
    return subscriptionsOf(context).add(context.dialect, select, { filterValues: senderAddress?.length ?? 0 });
  },
});
