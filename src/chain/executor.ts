import type { Machine } from '../cairo/machine.ts';
import type { Execution } from '../execution/callContext.ts';
import type { State } from '../state/state.ts';

/** Runs executions over a state to their end, each on a machine of its own. */
export interface Executor {
  /** `start` may be called more than once, with states that read alike: only the last run counts. */
  run<T>(state: State, start: (machine: Machine, state: State) => Execution<T>): Promise<T>;
}
