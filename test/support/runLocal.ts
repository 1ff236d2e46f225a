import type { Execution } from '../../src/execution/callContext.ts';
import { Need } from '../../src/state/need.ts';

/** Runs an execution to its end, on a state that has nothing to fetch. */
export function runLocal<T>(execution: Execution<T>): T {
  for (;;) {
    const step = execution.next();
    if (step.done) return step.value;
    if (step.value instanceof Need) throw new Error(`The state lacks a value: ${step.value.item.kind}`);
  }
}
