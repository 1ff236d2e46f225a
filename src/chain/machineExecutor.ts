import type { Machine } from '../cairo/machine.ts';
import type { MachinePool } from '../cairo/wasm/pool.ts';
import type { Execution } from '../execution/callContext.ts';
import type { State } from '../state/state.ts';
import type { Executor } from './executor.ts';

/** Lets other requests have their turn. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Runs executions on pooled machines: pauses at the end of a slice, fetches what a fork's origin must answer. */
export class MachineExecutor implements Executor {
  readonly #machines: MachinePool;

  constructor(machines: MachinePool) {
    this.#machines = machines;
  }

  async run<T>(state: State, start: (machine: Machine) => Execution<T>): Promise<T> {
    const machine = await this.#machines.acquire();
    try {
      const execution = start(machine);
      for (;;) {
        const step = execution.next();
        if (step.done) return step.value;
        await (step.value === 'slice' ? nextTurn() : state.base.fetch([step.value.item]));
      }
    } finally {
      this.#machines.release(machine);
    }
  }
}
