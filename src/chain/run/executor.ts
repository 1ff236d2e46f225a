import type { Machine } from '../../cairo/machine.ts';
import type { Execution } from '../../execution/callContext.ts';
import type { State } from '../../state/state.ts';
import type { Cancellation } from '../cancellation.ts';

/** For whom an execution runs. */
export interface RunOptions {
  /** Ends the run at its next pause, with the signal's error. */
  readonly signal?: Pick<Cancellation, 'throwIfAborted'> | undefined;
  /** A write: there is one at a time, and it does not wait for long reads. */
  readonly isWrite?: boolean;
  /** Waits for an answer of a fork's origin, or throws when that takes too long. */
  readonly waitFor?: ((answered: Promise<void>) => Promise<void>) | undefined;
}

/** Runs executions over a state to their end, each on a machine of its own. */
export interface Executor {
  /** `start` may be called more than once, with states that read alike: only the last run counts. */
  run<T>(state: State, start: (machine: Machine, state: State) => Execution<T>, options?: RunOptions): Promise<T>;
  /** The same for a node of its own: `print` gets what contracts print there. */
  printingTo(print: ((text: string) => void) | undefined): Executor;
}
