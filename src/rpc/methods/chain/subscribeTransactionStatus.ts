import type { PlacedTransaction } from '../../../chain/block.ts';
import { type Decoder, struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { hex } from '../../format/hex.ts';
import { formatStatus } from '../../format/receipt.ts';
import { method } from '../../method.ts';
import { orReorg, subscriptionsOf } from '../../subscribe.ts';
import type { Notification } from '../../subscriptions.ts';

// Clients of an older interface still send a block.
const ignored: Decoder<undefined> = Object.assign(() => undefined, { optional: true });
const params = struct('TransactionHashInput', { transaction_hash: felt, block_id: ignored });

/** An unknown hash is fine: the transaction may come. */
export const subscribeTransactionStatus = method(
  'subscribeTransactionStatus',
  params,
  (context, { transactionHash }) => {
    const known = context.chain.transaction(transactionHash);
    const select = orReorg((notice) =>
      notice.kind === 'status' && notice.transaction.hash === transactionHash
        ? notification(notice.transaction)
        : undefined,
    );
    return subscriptionsOf(context).add(context.dialect, select, known ? [notification(known)] : []);
  },
);

const notification = (transaction: PlacedTransaction): Notification => ({
  method: 'subscriptionTransactionStatus',
  result: { transaction_hash: hex(transaction.hash), status: formatStatus(transaction) },
});
