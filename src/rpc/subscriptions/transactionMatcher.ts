import type { PlacedTransaction } from '../../chain/value/block.ts';
import type { QueuedTransaction } from '../../chain/value/queued.ts';
import type { Transaction } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';

/** Tells whether a transaction passes a subscription's filters: an empty list lets everything pass. */
export function transactionMatcher(
  finalities: readonly string[] = ['ACCEPTED_ON_L2'],
  senders: readonly Felt[] = [],
): (transaction: PlacedTransaction | QueuedTransaction) => boolean {
  const wanted = new Set<bigint>(senders);
  return ({ finality, transaction }) =>
    (finalities.length === 0 || finalities.includes(finality)) &&
    (wanted.size === 0 || wanted.has(filedUnder(transaction)));
}

/** Whom a transaction is filed under: its account, the new account, or the contract a message goes to. */
function filedUnder(transaction: Transaction): Felt {
  return 'senderAddress' in transaction ? transaction.senderAddress : transaction.contractAddress;
}
