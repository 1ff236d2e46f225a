import { isTurnOver, nextTurn } from '../../async/turns.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import type { MachinePool } from '../../cairo/wasm/machinePool.ts';
import type { Execution } from '../../execution/callContext.ts';
import { printText } from '../../execution/explain/printText.ts';
import { RunAheadBase } from '../../state/runAheadBase.ts';
import type { State } from '../../state/state.ts';
import { EMPTY_BASE, type StateBase } from '../../state/stateBase.ts';
import { executions } from './executions.ts';
import type { Executor, Print, PrintingCall, Purpose, RunOptions, Start } from './executor.ts';
import { HeldCounts } from './heldCounts.ts';

type Purposeful<T> = RunOptions & { readonly purpose: Purpose<T> | undefined };
type LentMachine = Awaited<ReturnType<MachinePool['acquire']>>;

/** Runs executions on pooled machines. It pauses at the end of a time slice, and fetches values from the origin of a fork. */
export class MachineExecutor implements Executor {
  readonly #machines: MachinePool;
  readonly #print: Print | undefined;

  /** `print` gets what contracts print, line by line. */
  constructor(machines: MachinePool, print?: Print) {
    this.#machines = machines;
    this.#print = print;
  }

  printingTo(print: Print | undefined): MachineExecutor {
    return new MachineExecutor(this.#machines, print);
  }

  prepareLater(program: () => LoadedProgram): void {
    const prepare = () => {
      const machine = this.#machines.acquireBriefly();
      try {
        machine.prepare(program());
      } finally {
        this.#machines.release(machine);
      }
    };
    // A failure occurs again in the first call, which reports it.
    const begin = () =>
      nextTurn()
        .then(prepare)
        .catch(() => undefined);
    setTimeout(begin, PREPARE_AFTER_MS);
  }

  flushCounts(): void {
    this.#machines.flushCounts();
  }

  async run<T>(state: State, start: Start<T>, options: RunOptions = {}, purpose?: Purpose<T>): Promise<T> {
    const how = { ...options, purpose };
    const ahead = state.base === EMPTY_BASE ? undefined : await this.#runAhead(state, start, how);
    const ended = ahead ?? (await this.#runOnce(state, state.base, start, () => true, how));
    return ended!.result;
  }

  /**
   * The run-ahead: finds out which values an execution needs from the origin, and fetches them in batches. A run that needed nothing is the
   * real one; otherwise the caller runs it again and fetches each value that is still missing. No machine is reserved
   * while it waits for the origin.
   */
  async #runAhead<T>(
    state: State,
    start: Start<T>,
    options: Purposeful<T>,
  ): Promise<{ readonly result: T } | undefined> {
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
   * Runs an execution to its end on its own machine. Most executions end within one time slice. One that has to pause
   * while too many others are paused waits for a free slot, and then starts again.
   */
  async #runOnce<T>(
    state: State,
    base: StateBase,
    start: Start<T>,
    isReal: () => boolean,
    options: Purposeful<T>,
  ): Promise<{ readonly result: T } | undefined> {
    const ended = await this.#runOn(this.#machines.acquireBriefly(), state, base, start, isReal, options);
    if (ended !== 'noPlace') return ended;
    const machine = await this.#machines.acquire();
    return (await this.#runOn(machine, state, base, start, isReal, options)) as { readonly result: T } | undefined;
  }

  /** The errors and prints of a run-ahead are dropped. */
  async #runOn<T>(
    machine: LentMachine,
    state: State,
    base: StateBase,
    start: Start<T>,
    isReal: () => boolean,
    options: Purposeful<T>,
  ): Promise<{ readonly result: T } | undefined | 'noPlace'> {
    const { signal, isWrite, purpose, counter } = options;
    let ended: { readonly result: T } | undefined | 'noPlace';
    // Most runs are counted into the sums of their machine. A run that may have to be dropped is counted apart.
    const held = counter && (base !== EMPTY_BASE || !this.#machines.hasSlot) ? new HeldCounts(counter) : undefined;
    if (counter) machine.counter = held ?? counter;
    try {
      const mayPause = () => this.#machines.reserveSlot(machine, isWrite);
      ended = await drive(start(machine, state, executions), base, mayPause, options);
    } catch (error) {
      signal?.throwIfAborted();
      // The run used zeros for missing values, so an error means nothing. Only its needs matter.
      if (isReal()) throw error;
    } finally {
      if (this.#print && purpose && ended && ended !== 'noPlace' && isReal()) {
        const run = { kind: purpose.kind, isFailed: purpose.isFailed(ended.result) };
        for (const { felts, by } of machine.takePrints())
          this.#print(printText(felts), run, by as PrintingCall | undefined);
      }
      if (held && ended && ended !== 'noPlace' && isReal()) {
        machine.flushCounts();
        held.report();
      }
      this.#machines.release(machine);
    }
    return ended;
  }
}

const waiting = (answered: Promise<void>, { waitFor }: RunOptions): Promise<void> =>
  waitFor ? waitFor(answered) : answered;

/** A declaration is answered a millisecond or two after its block is made. */
const PREPARE_AFTER_MS = 5;

/** The maximum number of batches. Values that are still missing then are fetched one by one. */
const MOST_ROUNDS = 4;

/** Runs an execution to its end, or until it would have to pause and may not. It pauses at the end of a time slice and fetches needs. */
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
    // An abandoned execution must leave the machine clean for the next one.
    execution.return(undefined as never);
  }
}
