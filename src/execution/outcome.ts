import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { Felt } from '../felt/felt.ts';
import type { FeltKey } from '../felt/key.ts';
import type { StateDiff } from '../state/stateDiff.ts';
import type { InitialReads } from '../state/transactionState.ts';
import type { ErrorStack } from './errorStack.ts';
import type { InnerCalls } from './innerCalls.ts';
import type { Receipt } from './receipt.ts';
import type { TransactionTrace } from './trace.ts';

/** Why a transaction is rejected. A rejected transaction changes nothing. */
export type Rejection =
  | { readonly kind: 'nonce'; readonly address: Felt; readonly accountNonce: Felt; readonly nonce: Felt }
  /** The bounds do not cover the minimum, the block's prices or what was used. */
  | { readonly kind: 'resources'; readonly text: string }
  /** `required` is the fee, or before the execution the highest fee that the bounds allow. */
  | { readonly kind: 'balance'; readonly text: string; readonly balance: bigint; readonly required: bigint }
  | { readonly kind: 'proofFacts'; readonly text: string }
  | { readonly kind: 'validation'; readonly stack: ErrorStack }
  | { readonly kind: 'alreadyDeclared'; readonly classHash: Felt }
  | {
      readonly kind: 'compiledClassHash';
      readonly classHash: Felt;
      /** The hash in the declaration, and the hash of the class that we compiled. */
      readonly declared: Felt;
      readonly compiled: Felt;
    }
  /** The class of a new account does not exist. The stack is the error that its deployment would give. */
  | { readonly kind: 'classNotFound'; readonly classHash: Felt; readonly stack: ErrorStack }
  /** Any other reason. `isRefusal`: the account's validation ran, and did not accept the transaction. */
  | { readonly kind: 'failed'; readonly stack: ErrorStack; readonly isRefusal?: boolean };

/** The result of a transaction that can be included in a block, reverted or not. */
export interface ExecutionResult {
  readonly receipt: Receipt;
  readonly trace: TransactionTrace;
  readonly stateDiff: StateDiff;
  readonly declared: ReadonlyMap<FeltKey, DeclaredClass>;
  readonly initialReads: InitialReads;
  readonly innerCalls: InnerCalls | undefined;
  /** If it reverted: its error, or a sentence about the bound or balance that was too low. */
  readonly failure: ErrorStack | string | undefined;
  /** The lowest limit of L2 gas with which it runs in the same way; undefined if its code may read the gas counter. */
  readonly requiredGas: bigint | undefined;
  /** The lowest limit of L2 gas with which its validation runs in the same way; undefined if it was not validated. */
  readonly validationGas: bigint | undefined;
}

export type Outcome =
  | { readonly kind: 'included'; readonly executed: ExecutionResult }
  | {
      readonly kind: 'rejected';
      readonly rejection: Rejection;
      /** The lowest limit of L2 gas with which its validation gets as far; undefined if it was not validated. */
      readonly validationGas: bigint | undefined;
    };

/** How to run a transaction. */
export interface ExecutionFlags {
  /** The transaction is only simulated, and contracts see the query version. */
  readonly onlyQuery: boolean;
  readonly chargeFee: boolean;
  readonly validate: boolean;
  /** The nonce must equal that of the account. If false, it may be higher. */
  readonly strictNonce: boolean;
  /** Rejects a transaction that does not fit into an empty block. */
  readonly checkSize: boolean;
  /** Makes the only call of an INVOKE directly, with this caller, without running the sender's account. */
  readonly callAs?: FeltKey;
}

/** How to try out a transaction: a limit of L2 gas may replace its bounds. */
export interface TrialFlags extends ExecutionFlags {
  readonly l2GasLimit?: bigint;
}

/** Ends the phases of a transaction with a rejection. */
export class TransactionRejectedError extends Error {
  override readonly name = 'Rejected';
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super(rejection.kind);
    this.rejection = rejection;
  }
}
