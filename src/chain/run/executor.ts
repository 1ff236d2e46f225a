import type { CodeCounter } from '../../cairo/codeCounter.ts';
import type { Machine } from '../../cairo/machine.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import type { Execution } from '../../execution/callContext.ts';
import type { EntryPointCall } from '../../execution/callInfo.ts';
import type { State } from '../../state/state.ts';
import type { Cancellation } from '../cancellation.ts';
import type { Executions } from './executions.ts';

/** The call that printed something. */
export type PrintingCall = Pick<EntryPointCall, 'contractAddress' | 'classHash' | 'selector'>;

/** What contracts printed in. A trial is an estimate or a simulation. */
export interface PrintingRun {
  readonly kind: 'transaction' | 'call' | 'trial';
  readonly isFailed: boolean;
}

/** Gets what contracts print, line by line, after the run. */
export type Print = (text: string, run: PrintingRun, by: PrintingCall | undefined) => void;

/** What an execution is for, and whether its result is a failure. */
export interface Purpose<T> {
  readonly kind: PrintingRun['kind'];
  readonly isFailed: (result: T) => boolean;
}

/** How an execution is run. */
export interface RunOptions {
  /** Cancels the run at its next pause. */
  readonly signal?: Pick<Cancellation, 'throwIfAborted' | 'memory'> | undefined;
  /** Whether this is a write. There is one at a time, and it does not wait for long reads. */
  readonly isWrite?: boolean;
  /** Whether it is known to keep much memory, also after the run. It waits until no other such work is under way. */
  readonly isLarge?: boolean;
  /** What each value takes that the run keeps for its result, also while the result is formatted. */
  readonly feltBytes?: number;
  /** Asks the origin and waits for its answer, or throws if it takes too long. */
  readonly waitFor?: ((fetch: () => Promise<void>) => Promise<void>) | undefined;
  /** Counts the instructions of the run, once however often it has to start again. */
  readonly counter?: CodeCounter | undefined;
  /**
   * Whether the counter has everything when the run has ended. Otherwise it has it after `flushCounts`, which reaches no machine that another
   * execution uses by then.
   */
  readonly countsApart?: boolean;
}

/** Starts an execution, which may be one of those that a node executes. */
export type Start<T> = (machine: Machine, state: State, executions: Executions) => Execution<T>;

/** Runs executions on a state to their end, each on its own machine. */
export interface Executor {
  /**
   * `start` may be called several times, with states that have the same content. Only the last run counts. What contracts print is
   * dropped if the run has no purpose: it repeats what was run before.
   */
  run<T>(state: State, start: Start<T>, options?: RunOptions, purpose?: Purpose<T>): Promise<T>;
  /**
   * Runs an execution without a pause, on a state that needs nothing from an origin, once the code of executions is loaded. `feltBytes`: as in
   * RunOptions. Throws an error if it would have to wait for memory.
   */
  runNow<T>(state: State, start: Start<T>, feltBytes: number): T;
  /** Reads and decodes a program for the machines once the caller's request is answered, so that its first call need not. */
  prepareLater(program: () => LoadedProgram): void;
  /** Lets counters have what was counted so far. */
  flushCounts(): void;
  /** An executor on the same machines for another node: `print` gets what contracts print there. */
  printingTo(print: Print | undefined): Executor;
}
