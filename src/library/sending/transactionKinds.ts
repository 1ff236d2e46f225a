// The kinds of transactions that the library sends: how each is made, written and submitted.
import { type DeclareV3, type InvokeV3, unsignedDeclare, unsignedInvoke } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import type { SierraContractClass } from '../../rpc/format/contractClass.ts';
import {
  type DeclareTransactionV3,
  formatTransaction,
  type InvokeTransactionV3,
} from '../../rpc/format/transaction.ts';
import type { SendRequest } from '../requests/requests.ts';
import type { Hex } from '../values.ts';
import { type CallLike, executeCalldata } from './calls.ts';
import type { SendingAccount } from './sendingAccount.ts';

/** One kind of transaction: how it is made, written and submitted. */
export interface TransactionKind<T extends InvokeV3 | DeclareV3, W> {
  readonly make: (fields: Pick<T, 'senderAddress' | 'nonce' | 'resourceBounds' | 'tip'>) => T;
  readonly write: (transaction: T) => W;
  readonly submit: (wire: W) => Promise<{ readonly transaction_hash: Hex }>;
}

/** A proof that a transaction carries, and the facts that it proves. */
export interface Proven {
  readonly proof: string;
  readonly proofFacts: readonly Felt[];
}

/** A class with its hashes. */
export type DeclaredHashes = Pick<DeclareV3, 'classHash' | 'compiledClassHash'> & {
  readonly contractClass: SierraContractClass;
};
/** A declaration as clients send it. */
type BroadcastDeclare = DeclareTransactionV3 & { readonly contract_class: SierraContractClass };
export type TransactionInput = InvokeTransactionV3 | BroadcastDeclare;

/** The calls of a transaction. They may depend on its nonce and its sender. */
export type CallsOf = readonly CallLike[] | ((nonce: Felt, sender: Felt) => readonly CallLike[]);

/** A transaction that calls contracts. */
export const invocationOf = (
  request: SendRequest,
  calls: CallsOf,
  { address, accountClass }: SendingAccount,
  proven?: Proven,
): TransactionKind<InvokeV3, InvokeTransactionV3> => {
  // Mistakes in calls are reported before anything is requested.
  const fixed = typeof calls === 'function' ? undefined : executeCalldata(calls, accountClass);
  const calldataFor = (nonce: Felt) =>
    typeof calls === 'function' ? executeCalldata(calls(nonce, address), accountClass) : fixed!;
  return {
    make: (fields) =>
      unsignedInvoke({ ...fields, calldata: calldataFor(fields.nonce), proofFacts: proven?.proofFacts ?? [] }),
    write: writeInvoke,
    submit: (transaction) =>
      request('starknet_addInvokeTransaction', {
        invoke_transaction: proven ? { ...transaction, proof: proven.proof } : transaction,
      }),
  };
};

/** A transaction that declares a class whose hashes are known. */
export const declarationOf = (
  request: SendRequest,
  { contractClass, ...hashes }: DeclaredHashes,
): TransactionKind<DeclareV3, BroadcastDeclare> => ({
  make: (fields) => unsignedDeclare({ ...fields, ...hashes }),
  write: (transaction) => ({
    ...(writeTransaction(transaction) as DeclareTransactionV3),
    contract_class: contractClass,
  }),
  submit: (declare_transaction) => request('starknet_addDeclareTransaction', { declare_transaction }),
});

const writeTransaction = (transaction: InvokeV3 | DeclareV3) =>
  formatTransaction({ transaction, l1TransactionHash: undefined });

export const writeInvoke = (transaction: InvokeV3) => writeTransaction(transaction) as InvokeTransactionV3;
