import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { Felt } from '../felt/felt.ts';
import type { FeltKey } from '../felt/key.ts';
import type { StateDiff } from '../state/stateDiff.ts';
import type { InitialReads } from '../state/transactionState.ts';
import type { ErrorStack } from './errorStack.ts';
import type { Receipt } from './receipt.ts';
import type { TransactionTrace } from './trace.ts';

/** Why a transaction cannot be included; nothing of it stays. */
export type Rejection =
  | { readonly kind: 'nonce'; readonly address: Felt; readonly accountNonce: Felt; readonly nonce: Felt }
  /** The bounds do not cover the minimum, the block's prices or what was used. */
  | { readonly kind: 'resources'; readonly text: string }
  | { readonly kind: 'balance'; readonly text: string }
  | { readonly kind: 'proofFacts'; readonly text: string }
  | { readonly kind: 'validation'; readonly stack: ErrorStack }
  | { readonly kind: 'alreadyDeclared'; readonly classHash: Felt }
  | {
      readonly kind: 'compiledClassHash';
      readonly classHash: Felt;
      /** What the declaration says, and what its class compiles to. */
      readonly declared: Felt;
      readonly compiled: Felt;
    }
  /** The class of a new account; the stack is what its deployment would have ended with. */
  | { readonly kind: 'classNotFound'; readonly classHash: Felt; readonly stack: ErrorStack }
  /** Everything without an error code of its own. */
  | { readonly kind: 'failed'; readonly stack: ErrorStack };

/** A transaction that has its place in a block, reverted or not. */
export interface Executed {
  readonly receipt: Receipt;
  readonly trace: TransactionTrace;
  readonly stateDiff: StateDiff;
  readonly declared: ReadonlyMap<FeltKey, DeclaredClass>;
  readonly initialReads: InitialReads;
  /** Of a reverted one: its error, or the sentence of a bound or balance that did not suffice. */
  readonly failure: ErrorStack | string | undefined;
  /** The least limit of L2 gas with which it takes the same way; undefined when its code may read its gas counter. */
  readonly demandedGas: bigint | undefined;
  /** The least limit of L2 gas with which its validation takes the same way; undefined without one. */
  readonly validationGas: bigint | undefined;
}

export type Outcome =
  | { readonly kind: 'included'; readonly executed: Executed }
  | {
      readonly kind: 'rejected';
      readonly rejection: Rejection;
      /** The least limit of L2 gas with which its validation gets as far; undefined without one. */
      readonly validationGas: bigint | undefined;
    };

/** How a transaction is to be run. */
export interface ExecutionFlags {
  /** It is only simulated: contracts see the query version. */
  readonly onlyQuery: boolean;
  readonly chargeFee: boolean;
  readonly validate: boolean;
  /** The nonce must equal the account's; otherwise it may be higher. */
  readonly strictNonce: boolean;
  /** Refuses what an empty block could not hold. */
  readonly checkSize: boolean;
  /** The only call of an INVOKE is made as this caller, without the sender's account. */
  readonly callAs?: FeltKey;
}

/** How a transaction is tried out: it may get a limit of L2 gas in the place of its bounds. */
export interface TrialFlags extends ExecutionFlags {
  readonly l2GasLimit?: bigint;
}

/** Carries a rejection out of the phases. */
export class Rejected extends Error {
  override readonly name = 'Rejected';
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super(rejection.kind);
    this.rejection = rejection;
  }
}
