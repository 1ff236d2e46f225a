import type { Machine } from '../cairo/machine.ts';
import type { Execution } from '../execution/callContext.ts';
import type { State } from '../state/state.ts';
import type { Executor } from './executor.ts';

/** Machines to take and give back. */
export interface Machines {
  acquire(): Promise<Machine>;
  /** Gives a machine back; one whose execution threw is not used again. */
  release(machine: Machine, isSound: boolean): void;
}

/** Lets other requests have their turn. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Runs executions on pooled machines: pauses at the end of a slice, fetches what a fork's origin must answer. */
export class MachineExecutor implements Executor {
  readonly #machines: Machines;

  constructor(machines: Machines) {
    this.#machines = machines;
  }

  async run<T>(state: State, start: (machine: Machine) => Execution<T>): Promise<T> {
    const machine = await this.#machines.acquire();
    let isSound = false;
    try {
      const execution = start(machine);
      for (;;) {
        const step = execution.next();
        if (step.done) {
          isSound = true;
          return step.value;
        }
        await (step.value === 'slice' ? nextTurn() : state.base.fetch([step.value.item]));
      }
    } finally {
      this.#machines.release(machine, isSound);
    }
  }
}
