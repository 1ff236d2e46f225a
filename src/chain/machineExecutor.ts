import type { Machine } from '../cairo/machine.ts';
import type { MachinePool } from '../cairo/wasm/pool.ts';
import type { Execution } from '../execution/callContext.ts';
import { printText } from '../execution/explain/printText.ts';
import { nextTurn } from '../sierra/nextTurn.ts';
import { RunAheadBase } from '../state/runAheadBase.ts';
import type { State } from '../state/state.ts';
import { EMPTY_BASE, type StateBase } from '../state/stateBase.ts';
import type { Executor } from './executor.ts';

/** Runs executions on pooled machines: pauses at the end of a slice, fetches what a fork's origin must answer. */
export class MachineExecutor implements Executor {
  readonly #machines: MachinePool;
  readonly #print: ((text: string) => void) | undefined;

  /** `print` gets what contracts print, line by line. */
  constructor(machines: MachinePool, print?: (text: string) => void) {
    this.#machines = machines;
    this.#print = print;
  }

  async run<T>(state: State, start: (machine: Machine, state: State) => Execution<T>): Promise<T> {
    const ahead = state.base === EMPTY_BASE ? undefined : await this.#runAhead(state, start);
    const ended = ahead ?? (await this.#runOnce(state, state.base, start, () => true));
    return ended!.result;
  }

  /**
   * Finds out what an execution will ask of a fork's origin, and fetches it in batches. A run that lacked nothing is the
   * real one; otherwise the caller runs it again, and waits for each value that is still missing. Machines are not held
   * while an origin is asked: others need none of it.
   */
  async #runAhead<T>(
    state: State,
    start: (machine: Machine, state: State) => Execution<T>,
  ): Promise<{ readonly result: T } | undefined> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const base = new RunAheadBase(state.base);
      const isReal = () => base.missing.length === 0;
      const ended = await this.#runOnce(state.withBase(base), base, start, isReal);
      if (isReal()) return ended;
      await state.base.fetch(base.missing, true);
    }
    return undefined;
  }

  /** Runs to the end on a machine of its own. Of a run that turns out not to be real, nothing is seen: no error, no print. */
  async #runOnce<T>(
    state: State,
    base: StateBase,
    start: (machine: Machine, state: State) => Execution<T>,
    isReal: () => boolean,
  ): Promise<{ readonly result: T } | undefined> {
    const machine = await this.#machines.acquire();
    try {
      return { result: await drive(start(machine, state), base) };
    } catch (error) {
      // Zeros in the place of real values may break anything: what matters is what it asked for.
      if (isReal()) throw error;
      return undefined;
    } finally {
      if (this.#print && isReal()) for (const felts of machine.takePrints()) this.#print(printText(felts));
      this.#machines.release(machine);
    }
  }
}

/** Values that decide which are read next come one round after another; later ones are waited for singly. */
const MOST_ROUNDS = 4;

/** Runs to the end: makes room for others at each slice, fetches what is needed. */
async function drive<T>(execution: Execution<T>, base: StateBase): Promise<T> {
  for (;;) {
    const step = execution.next();
    if (step.done) return step.value;
    await (step.value === 'slice' ? nextTurn() : base.fetch([step.value.item]));
  }
}
