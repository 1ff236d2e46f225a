import { isTurnOver, nextTurn } from '../../async/turns.ts';
import type { Machine } from '../../cairo/machine.ts';
import type { MachinePool } from '../../cairo/wasm/machinePool.ts';
import type { Execution } from '../../execution/callContext.ts';
import { printText } from '../../execution/explain/explainCalls.ts';
import { RunAheadBase } from '../../state/runAheadBase.ts';
import type { State } from '../../state/state.ts';
import { EMPTY_BASE, type StateBase } from '../../state/stateBase.ts';
import type { Executor, RunOptions } from './executor.ts';

type Start<T> = (machine: Machine, state: State) => Execution<T>;
type LentMachine = Awaited<ReturnType<MachinePool['acquire']>>;

/** Runs executions on pooled machines: pauses when a turn is over, fetches what a fork's origin must answer. */
export class MachineExecutor implements Executor {
  readonly #machines: MachinePool;
  readonly #print: ((text: string) => void) | undefined;

  /** `print` gets what contracts print, line by line. */
  constructor(machines: MachinePool, print?: (text: string) => void) {
    this.#machines = machines;
    this.#print = print;
  }

  printingTo(print: ((text: string) => void) | undefined): MachineExecutor {
    return new MachineExecutor(this.#machines, print);
  }

  async run<T>(state: State, start: Start<T>, options: RunOptions = {}): Promise<T> {
    const ahead = state.base === EMPTY_BASE ? undefined : await this.#runAhead(state, start, options);
    const ended = ahead ?? (await this.#runOnce(state, state.base, start, () => true, options));
    return ended!.result;
  }

  /**
   * Finds out what an execution will ask of a fork's origin, and fetches it in batches. A run that lacked nothing is the
   * real one; otherwise the caller runs it again, and waits for each value that is still missing. Machines are not held
   * while an origin is asked: others need none of it.
   */
  async #runAhead<T>(state: State, start: Start<T>, options: RunOptions): Promise<{ readonly result: T } | undefined> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const base = new RunAheadBase(state.base);
      const isReal = () => base.missing.length === 0;
      const ended = await this.#runOnce(state.withBase(base), base, start, isReal, options);
      if (isReal()) return ended;
      await waiting(state.base.fetch(base.missing, true), options);
    }
    return undefined;
  }

  /**
   * Runs to the end on a machine of its own. Most executions end before anybody else had a turn. One that has to pause
   * while there are enough of its kind waits for a place, and begins again then.
   */
  async #runOnce<T>(
    state: State,
    base: StateBase,
    start: Start<T>,
    isReal: () => boolean,
    options: RunOptions,
  ): Promise<{ readonly result: T } | undefined> {
    const ended = await this.#runOn(this.#machines.acquireBriefly(), state, base, start, isReal, options);
    if (ended !== 'noPlace') return ended;
    const machine = await this.#machines.acquire();
    return (await this.#runOn(machine, state, base, start, isReal, options)) as { readonly result: T } | undefined;
  }

  /** Of a run that turns out not to be real, nothing is seen: no error, no print. */
  async #runOn<T>(
    machine: LentMachine,
    state: State,
    base: StateBase,
    start: Start<T>,
    isReal: () => boolean,
    options: RunOptions,
  ): Promise<{ readonly result: T } | undefined | 'noPlace'> {
    const { signal, isWrite } = options;
    let ended: { readonly result: T } | undefined | 'noPlace';
    try {
      const mayPause = () => this.#machines.reserveSlot(machine, isWrite);
      ended = await drive(start(machine, state), base, mayPause, options);
    } catch (error) {
      signal?.throwIfAborted();
      // Zeros in the place of real values may break anything: what matters is what it asked for.
      if (isReal()) throw error;
    } finally {
      if (this.#print && ended !== 'noPlace' && isReal())
        for (const felts of machine.takePrints()) this.#print(printText(felts));
      this.#machines.release(machine);
    }
    return ended;
  }
}

const waiting = (answered: Promise<void>, { waitFor }: RunOptions): Promise<void> =>
  waitFor ? waitFor(answered) : answered;

/** Values that decide which are read next come one round after another; later ones are waited for singly. */
const MOST_ROUNDS = 4;

/** Runs to the end, or until it may not pause: makes room for others when its turn is over, fetches what is needed. */
async function drive<T>(
  execution: Execution<T>,
  base: StateBase,
  mayPause: () => boolean,
  options: RunOptions,
): Promise<{ readonly result: T } | 'noPlace'> {
  try {
    for (;;) {
      const step = execution.next();
      if (step.done) return { result: step.value };
      if (step.value === 'slice' && !isTurnOver()) continue;
      if (!mayPause()) return 'noPlace';
      await (step.value === 'slice' ? nextTurn() : waiting(base.fetch([step.value.item]), options));
      options.signal?.throwIfAborted();
    }
  } finally {
    // An execution that is given up leaves its machine as others need it.
    execution.return(undefined as never);
  }
}
