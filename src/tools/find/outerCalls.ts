import { accountCalls } from '../../execution/accountCalls.ts';
import type { Transaction } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';

/** The account that sent a transaction, or the contract that it runs. */
export function senderOf(transaction: Transaction): Felt {
  return 'senderAddress' in transaction ? transaction.senderAddress : transaction.contractAddress;
}

/** The contracts and functions that a transaction calls from outside. */
export function outerCalls(transaction: Transaction): readonly { readonly to: Felt; readonly selector: Felt }[] {
  if ('entryPointSelector' in transaction)
    return [{ to: transaction.contractAddress, selector: transaction.entryPointSelector }];
  return transaction.type === 'INVOKE' ? accountCalls(transaction.calldata) : [];
}
