import type { Machine } from '../cairo/machine.ts';
import type { StateReader } from '../state/stateReader.ts';
import type { BlockContext } from './blockContext.ts';
import type { Execution } from './callContext.ts';
import type { CallObserver } from './callObserver.ts';

/** What an execution runs on: a state that it does not change, a block's header, and a machine that nothing else uses meanwhile. */
export interface ExecutionEnvironment {
  readonly state: StateReader;
  readonly block: BlockContext;
  readonly machine: Machine;
  readonly observer?: CallObserver | undefined;
}

/** Runs an execution to its end, over a state that has nothing to fetch. */
export function runLocal<T>(execution: Execution<T>): T {
  for (;;) {
    const step = execution.next();
    if (step.done) return step.value;
    if (step.value !== 'slice') {
      execution.return(undefined as T);
      throw new Error(
        `A local execution needs a value (${step.value.item.kind}) that must be fetched. Use a driver that fetches values.`,
      );
    }
  }
}
