import type { PlacedTransaction, StoredTransaction } from '../../chain/value/block.ts';
import type { ChainValue } from '../../chain/value/chainValue.ts';
import type { ReceiptMessage } from '../../execution/receipt.ts';
import { type ItemCursor, itemsBefore, transactionsBefore } from './itemCursor.ts';
import { matchingTransactions, type SearchProgress } from './matchingTransactions.ts';
import { toL1Hash, typeHash } from './transactionValues.ts';

export type MessageDirection = 'to_l1' | 'to_l2';

/** A message between L1 and L2 that a transaction sent or handled. */
export interface LocatedMessage {
  readonly transaction: PlacedTransaction;
  /** Its place among the messages of the transaction: the one that it handles is the first. */
  readonly item: number;
  /** Undefined: the message from L1 that the transaction handles. */
  readonly toL1: { readonly message: ReceiptMessage; readonly index: number } | undefined;
}

const isHandler = ({ receipt }: StoredTransaction): boolean => receipt.type === 'L1_HANDLER';
const sends = ({ receipt }: StoredTransaction): boolean =>
  receipt.messages.length > 0 && receipt.execution.status === 'SUCCEEDED';

/**
 * The messages of the local blocks from one number to another, the newest first. Yields undefined where other work may run, or the search
 * may end.
 */
export function* exchangedMessages(
  value: ChainValue,
  direction: MessageDirection | undefined,
  range: readonly [number, number],
  before: ItemCursor | undefined,
  progress: SearchProgress,
): Generator<LocatedMessage | undefined> {
  const wantsHandled = direction !== 'to_l1';
  const wantsSent = direction !== 'to_l2';
  const search = {
    matches: (stored: StoredTransaction) => (wantsHandled && isHandler(stored)) || (wantsSent && sends(stored)),
    hashed: [[...(wantsHandled ? [typeHash('L1_HANDLER')] : []), ...(wantsSent ? [toL1Hash] : [])]],
  };
  for (const transaction of matchingTransactions(value, search, range, transactionsBefore(before), progress)) {
    if (transaction === undefined) {
      yield undefined;
      continue;
    }
    const { messages } = transaction.receipt;
    const first = isHandler(transaction) ? 1 : 0;
    const length = first + (sends(transaction) ? messages.length : 0);
    for (let item = itemsBefore(transaction, length, before) - 1; item >= 0; item--) {
      const index = item - first;
      if (index < 0 ? wantsHandled : wantsSent)
        yield { transaction, item, toL1: index < 0 ? undefined : { message: messages[index]!, index } };
    }
    yield undefined;
  }
}
