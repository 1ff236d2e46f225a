import type { FeltKey } from '../../felt/key.ts';
import type { TransactionInfo } from '../callContext.ts';
import type { EntryPointCall } from '../callInfo.ts';

/** A call that a contract asks for with a system call. */
export interface PlainCall {
  readonly kind: 'call';
  readonly call: EntryPointCall;
  /** How error texts name it. */
  readonly how: 'called' | 'library';
  /** The class as error texts show it: of a contract that does not exist, zero. */
  readonly shownClass: FeltKey;
  /** The transaction to see again after it: it ran as a meta transaction. */
  readonly outerTransaction?: TransactionInfo;
}

/** A contract that a contract (or a deploy account transaction) asks to have deployed. */
export interface Deployment {
  readonly kind: 'deployment';
  readonly classHash: FeltKey;
  readonly contractAddress: FeltKey;
  readonly caller: FeltKey;
  readonly calldata: readonly FeltKey[];
  readonly initialGas: number;
}

/** What a system call asks to run before it can answer. */
export type InnerCall = PlainCall | Deployment;
