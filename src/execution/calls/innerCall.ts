import type { FeltKey } from '../../felt/key.ts';
import type { EntryPointCall } from '../callInfo.ts';
import type { TransactionInfo } from '../transactionInfo.ts';

/** A call that a contract makes with a system call. */
export interface PlainCall {
  readonly kind: 'call';
  readonly call: EntryPointCall;
  /** Decides the wording of error texts. */
  readonly callKind: 'called' | 'library';
  /** The class hash that error texts show: zero if the contract does not exist. */
  readonly shownClass: FeltKey;
  /** Only for a meta transaction: the transaction that contracts see again after it. */
  readonly outerTransaction?: TransactionInfo;
}

/** A deployment by a contract or by a DEPLOY_ACCOUNT transaction. */
export interface Deployment {
  readonly kind: 'deployment';
  readonly classHash: FeltKey;
  readonly contractAddress: FeltKey;
  readonly caller: FeltKey;
  readonly calldata: readonly FeltKey[];
  readonly initialGas: number;
}

/** What has to run before a system call can respond. */
export type InnerCall = PlainCall | Deployment;
