import type { StoredTransaction } from '../../chain/value/block.ts';
import type { HashedFilter } from '../../chain/value/eventBloom.ts';
import { callsAddress, callsSelector } from '../../execution/innerCalls.ts';
import type { Receipt } from '../../execution/receipt.ts';
import type { Felt } from '../../felt/felt.ts';
import type { TransactionSearch } from './matchingTransactions.ts';
import { outerCalls, senderOf } from './outerCalls.ts';
import { CALLDATA, CONTRACT, feltHash, resultHash, SELECTOR, SENDER, typeHash } from './transactionValues.ts';

/** What transactions are searched for. What is undefined allows all. */
export interface TransactionFilter {
  readonly result: Receipt['execution']['status'] | undefined;
  readonly type: Receipt['type'] | undefined;
  readonly sender: Felt | undefined;
  /** A contract that the transaction or a contract in it calls, or that emits an event in it. */
  readonly contract: Felt | undefined;
  /** The selector of a function that is called, by an account or by a contract, or of the handler of a message. */
  readonly selector: Felt | undefined;
  /** An address that the transaction concerns in any way: as its sender or contract, in its calldata, or called in it. */
  readonly address: Felt | undefined;
}

/** Makes a function that tests transactions: what is cheap to look at first. */
export function transactionMatcher(filter: TransactionFilter): (stored: StoredTransaction) => boolean {
  const { result, type, sender, contract, selector, address } = filter;
  const emits = ({ receipt }: StoredTransaction, from: Felt) =>
    receipt.events.some(({ fromAddress }) => fromAddress === from);
  return (stored) => {
    const { transaction, receipt, innerCalls } = stored;
    if (result !== undefined && receipt.execution.status !== result) return false;
    if (type !== undefined && receipt.type !== type) return false;
    if (sender !== undefined && senderOf(transaction) !== sender) return false;
    if (
      selector !== undefined &&
      !outerCalls(transaction).some((call) => call.selector === selector) &&
      !callsSelector(innerCalls, selector)
    )
      return false;
    if (
      contract !== undefined &&
      !outerCalls(transaction).some(({ to }) => to === contract) &&
      !('contractAddress' in transaction && transaction.contractAddress === contract) &&
      !emits(stored, contract) &&
      !callsAddress(innerCalls, contract)
    )
      return false;
    return (
      address === undefined ||
      senderOf(transaction) === address ||
      emits(stored, address) ||
      ('calldata' in transaction && transaction.calldata.includes(address)) ||
      callsAddress(innerCalls, address)
    );
  };
}

/** The groups of numbers of which a matching transaction has one each; those that exclude most first. */
function hashedFilter(filter: TransactionFilter): HashedFilter {
  const { result, type, sender, contract, selector, address } = filter;
  return [
    address === undefined ? [] : [SENDER, CONTRACT, CALLDATA].map((position) => feltHash(address, position)),
    contract === undefined ? [] : [feltHash(contract, CONTRACT)],
    selector === undefined ? [] : [feltHash(selector, SELECTOR)],
    sender === undefined ? [] : [feltHash(sender, SENDER)],
    type === undefined ? [] : [typeHash(type)],
    result === undefined ? [] : [resultHash(result)],
  ].filter((group) => group.length > 0);
}

/** A search for the transactions that a filter allows. */
export const transactionSearch = (filter: TransactionFilter): TransactionSearch => ({
  matches: transactionMatcher(filter),
  hashed: hashedFilter(filter),
});
