import type { Machine } from '../cairo/machine.ts';
import type { Need } from '../state/need.ts';
import type { TransactionState } from '../state/transactionState.ts';
import type { BlockContext } from './blockContext.ts';
import type { CallInfo } from './callInfo.ts';
import type { CallMeter } from './callMeter.ts';
import type { CallObserver } from './callObserver.ts';
import type { CheatRun } from './cheatRun.ts';
import type { ErrorSegment } from './errorStack.ts';
import type { InnerCallCollector } from './innerCalls.ts';
import type { TransactionInfo } from './transactionInfo.ts';

/** Why an execution pauses: it needs a value that must be fetched, its time slice is over, or it waits until others leave it memory. */
type Pause = Need | 'slice' | Promise<void>;

/** An execution that may pause. Its driver resumes it, after a Need once the value has been fetched, and after a promise once it is kept. */
export type Execution<T> = Generator<Pause, T, void>;

/** In Validate mode a contract may see and call less. */
export type ExecutionMode = 'Validate' | 'Execute';

/** What the calls of one phase of a transaction (validate, execute, fee transfer) share. */
export interface CallContext {
  readonly machine: Machine;
  readonly state: TransactionState;
  readonly block: BlockContext;
  readonly mode: ExecutionMode;
  /** Replaced while a meta transaction runs. */
  transaction: TransactionInfo;
  /** The number of steps that frames metered in steps may still take. */
  stepsLeft: number;
  /**
   * The gas that was left when a frame metered in gas last made a system call or ended. A reverted transaction pays for
   * the gas used up to that point.
   */
  lastGas: number;
  /** The lowest gas counter of all frames metered in gas. With that much less gas they would run in the same way. */
  leastGas: number;
  /** Whether a frame metered in gas may have read its gas counter. If so, it might run differently with less gas. */
  readsGas: boolean;
  eventCount: number;
  messageCount: number;
  /** The values that calls have passed to each other, emitted and sent. */
  passedFelts: number;
  readonly observer?: CallObserver | undefined;
  readonly meter?: CallMeter | undefined;
  readonly cheats?: CheatRun | undefined;
  readonly innerCalls?: InnerCallCollector | undefined;
}

/** Makes the context for the start of a phase. */
export function callContext(
  fields: Pick<
    CallContext,
    | 'machine'
    | 'state'
    | 'block'
    | 'mode'
    | 'transaction'
    | 'stepsLeft'
    | 'observer'
    | 'meter'
    | 'cheats'
    | 'innerCalls'
  >,
  gas: number,
): CallContext {
  // COST: properties after a spread take microseconds to add, before it almost nothing.
  return { lastGas: gas, leastGas: gas, readsGas: false, eventCount: 0, messageCount: 0, passedFelts: 0, ...fields };
}

/** How the outermost call of a phase ended: with its call info (the call may have failed), or with an error that no contract can catch. */
export type CallResult =
  | { readonly kind: 'finished'; readonly info: CallInfo }
  /** The segments below the outermost call. The phase adds the segment of the outermost call (depth 0) in front. */
  | { readonly kind: 'error'; readonly segments: readonly ErrorSegment[] };
