import type { Machine } from '../cairo/machine.ts';
import type { Execution } from '../execution/callContext.ts';
import type { State } from '../state/state.ts';

/** Runs executions over a state to their end, each on a machine of its own. */
export interface Executor {
  run<T>(state: State, start: (machine: Machine) => Execution<T>): Promise<T>;
}
