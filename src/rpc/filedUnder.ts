import type { Transaction } from '../execution/transaction.ts';
import type { Felt } from '../felt/felt.ts';

/** Whom a transaction is filed under: its account, the new account, or the contract a message goes to. */
export function filedUnder(transaction: Transaction): Felt {
  return 'senderAddress' in transaction ? transaction.senderAddress : transaction.contractAddress;
}
