import type { Machine } from '../cairo/machine.ts';
import type { FeltKey } from '../felt/key.ts';
import type { Need } from '../state/need.ts';
import type { TransactionState } from '../state/transactionState.ts';
import type { BlockContext } from './blockContext.ts';
import type { CallInfo } from './callInfo.ts';
import type { CallObserver } from './callObserver.ts';
import type { ErrorSegment } from './errorStack.ts';

/** What an execution pauses for: something to fetch, or just the end of its slice. */
export type Pause = Need | 'slice';

/** Work that may pause. A driver resumes it when the need is met. */
export type Execution<T> = Generator<Pause, T, void>;

/** What a contract can learn of its transaction with `get_execution_info`. */
export interface TransactionInfo {
  /** With the query bit when it only simulates. */
  readonly version: FeltKey;
  readonly onlyQuery: boolean;
  readonly account: FeltKey;
  readonly maxFee: FeltKey;
  readonly signature: readonly FeltKey[];
  readonly hash: FeltKey;
  readonly nonce: FeltKey;
  /** Absent for version 0: L1 handlers, meta transactions, plain calls. */
  readonly v3?: {
    readonly tip: bigint;
    /** Triples of name (L1_GAS, L2_GAS or L1_DATA), amount and price. */
    readonly resourceBounds: readonly FeltKey[];
    readonly paymasterData: readonly FeltKey[];
    readonly nonceDaMode: 0 | 1;
    readonly feeDaMode: 0 | 1;
    readonly accountDeploymentData: readonly FeltKey[];
    readonly proofFacts: readonly FeltKey[];
  };
}

/** Validate restricts what a contract may see and call. */
export type ExecutionMode = 'Validate' | 'Execute';

/** One phase of a transaction (validate, execute, fee transfer): what its calls share. */
export interface CallContext {
  readonly machine: Machine;
  readonly state: TransactionState;
  readonly block: BlockContext;
  readonly mode: ExecutionMode;
  /** Replaced while a meta transaction runs. */
  transaction: TransactionInfo;
  /** Steps that frames metered in steps may still take. */
  stepsLeft: number;
  /**
   * The gas left when a frame metered in gas last made a system call or ended. A reverted transaction pays for the gas
   * that was used until then.
   */
  gasSeen: number;
  /** The least gas that frames metered in gas had left after paying for something: with as much less they take the same way. */
  leastGas: number;
  /** A frame metered in gas may have read its counter: nobody can say what it would do with less. */
  readsGas: boolean;
  eventCount: number;
  messageCount: number;
  readonly observer?: CallObserver | undefined;
}

/** A context at the start of its phase. */
export function callContext(
  fields: Pick<CallContext, 'machine' | 'state' | 'block' | 'mode' | 'transaction' | 'stepsLeft' | 'observer'>,
  gas: number,
): CallContext {
  // COST: members added behind a spread take microseconds, before it next to nothing.
  return { gasSeen: gas, leastGas: gas, readsGas: false, eventCount: 0, messageCount: 0, ...fields };
}

/** How the outermost call of a phase ended: with its call info (which may have failed), or with an error nothing could catch. */
export type CallResult =
  | { readonly kind: 'finished'; readonly info: CallInfo }
  /** The segments below the frame of the outermost call itself: its frame (depth 0) is put before them by the phase. */
  | { readonly kind: 'error'; readonly segments: readonly ErrorSegment[] };
