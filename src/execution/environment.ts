import type { Machine } from '../cairo/machine.ts';
import { Need } from '../state/need.ts';
import type { StateReader } from '../state/stateReader.ts';
import type { BlockContext } from './blockContext.ts';
import type { Execution } from './callContext.ts';
import type { CallObserver } from './callObserver.ts';

/** Where an execution takes place: a state that stays as it is, a block's header, and a machine for its own use. */
export interface Environment {
  readonly state: StateReader;
  readonly block: BlockContext;
  readonly machine: Machine;
  readonly observer?: CallObserver | undefined;
}

/** Does a read again and again until what it needs is there. */
export function* reading<T>(read: () => T): Execution<T> {
  for (;;)
    try {
      return read();
    } catch (need) {
      if (!(need instanceof Need)) throw need;
      yield need;
    }
}

/** Runs to the end an execution whose state is all at hand. */
export function runLocal<T>(execution: Execution<T>): T {
  for (;;) {
    const step = execution.next();
    if (step.done) return step.value;
    if (step.value !== 'slice') {
      execution.return(undefined as T);
      throw new Error(
        `A local execution asked for ${step.value.item.kind}: its state has a base that must be fetched from.`,
      );
    }
  }
}
