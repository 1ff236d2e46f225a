import type { PlacedTransaction } from '../../../chain/value/block.ts';
import type { QueuedTransaction } from '../../../chain/value/queued.ts';
import type { Felt } from '../../../felt/felt.ts';
import { ignored, struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { hex } from '../../format/hex.ts';
import { formatQueuedStatus, formatStatus } from '../../format/receipt.ts';
import { method } from '../../method.ts';
import { originStatus } from '../../origin/originPast.ts';
import { Notification, notificationOf } from '../../subscriptions/notification.ts';
import { orReorg, subscriptionsOf } from '../../subscriptions/subscribe.ts';

// Clients of an older interface still send a block.
const params = struct('TransactionHashInput', { transaction_hash: felt, block_id: ignored });

/** The hash may be unknown, since the transaction may come later. */
export const subscribeTransactionStatus = method({
  name: 'subscribeTransactionStatus',
  group: 'chain',
  summary: 'Notifies of the status of one transaction and of its changes. The transaction need not exist yet.',
  kind: 'subscription',
  origin: 'none',
  params,
  run: async (context, { transactionHash }) => {
    const { chain, node, isStrict } = context;
    const statusOf = (transaction: PlacedTransaction | QueuedTransaction) =>
      namedStatus(
        transaction.hash,
        'receipt' in transaction ? formatStatus(transaction, isStrict) : formatQueuedStatus(transaction),
      );
    const there =
      chain.origin && !chain.transaction(transactionHash) ? await originStatus(chain, transactionHash) : undefined;
    const known = node.chain.transaction(transactionHash) ?? node.chain.waiting(transactionHash);
    const select = orReorg((notice) =>
      (notice.kind === 'status' || notice.kind === 'queued') && notice.transaction.hash === transactionHash
        ? notificationOf(notice, NAME, () => statusOf(notice.transaction), { form: isStrict ? 'strict' : 'plain' })
        : undefined,
    );
    const past = known ? statusOf(known) : there && namedStatus(transactionHash, there);
    return subscriptionsOf(context).add(context.dialect, select, { past: past ? [new Notification(NAME, past)] : [] });
  },
});

const NAME = 'subscriptionTransactionStatus';

const namedStatus = (hash: Felt, status: unknown): object => ({ transaction_hash: hex(hash), status });
