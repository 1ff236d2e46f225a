import { waitOutside } from '../../async/turnMeter.ts';
import { isTurnOver, nextTurn } from '../../async/turns.ts';
import { RequestMemory } from '../../budget/requestMemory.ts';
import type { LoadedProgram } from '../../cairo/program.ts';
import type { MachinePool } from '../../cairo/wasm/machinePool.ts';
import type { Execution } from '../../execution/callContext.ts';
import { printText } from '../../execution/printText.ts';
import { Need } from '../../state/need.ts';
import { RunAheadBase } from '../../state/runAheadBase.ts';
import type { State } from '../../state/state.ts';
import { EMPTY_BASE, type StateBase } from '../../state/stateBase.ts';
import { executions } from './executions.ts';
import type { Executor, Print, PrintingCall, Purpose, RunOptions, Start } from './executor.ts';
import { HeldCounts } from './heldCounts.ts';
import { noMemoryLeft, tooLarge } from './memoryErrors.ts';

type Purposeful<T> = RunOptions & { readonly purpose: Purpose<T> | undefined; readonly memory: RequestMemory };
/** Why a run has to start again later: too many others are paused, or it grew and others use the memory. */
type GaveUp = 'noPlace' | 'noMemory';
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
    const kept = options.signal?.memory;
    const memory = kept ?? new RequestMemory();
    const how = { ...options, purpose, memory };
    try {
      if (options.isLarge) await memory.waitLarge(options.isWrite ?? false, options.signal);
      const ahead = state.base === EMPTY_BASE ? undefined : await this.#runAhead(state, start, how);
      const ended = ahead ?? (await this.#runOnce(state, state.base, start, () => true, how));
      return ended!.result;
    } finally {
      if (!kept) memory.end();
    }
  }

  runNow<T>(state: State, start: Start<T>, feltBytes: number): T {
    const machine = this.#machines.acquireBriefly();
    const execution = start(machine, state, executions);
    const memory = new RequestMemory();
    try {
      for (;;) {
        const step = execution.next();
        if (step.done) return step.value;
        const isSmall = bytesOf(machine, feltBytes) <= SMALL_BYTES || memory.tryLarge();
        if (step.value !== 'slice' || !isSmall || bytesOf(machine, feltBytes) > memory.mostBytes) throw noMemoryLeft();
      }
    } finally {
      execution.return(undefined as never);
      memory.end();
      this.#machines.release(machine);
    }
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
      await fetching(() => state.base.fetch(base.missing, true), options);
    }
    return undefined;
  }

  /**
   * Runs an execution to its end on its own machine. Most executions end within one time slice. One that has to pause
   * while too many others are paused waits for a free slot, and then starts again. One that grows large while another large one is under way
   * waits for memory, and then starts again.
   */
  async #runOnce<T>(
    state: State,
    base: StateBase,
    start: Start<T>,
    isReal: () => boolean,
    options: Purposeful<T>,
  ): Promise<{ readonly result: T } | undefined> {
    const { memory, signal, isWrite = false } = options;
    let machine = memory.isLarge ? await this.#machines.acquire(true, isWrite) : this.#machines.acquireBriefly();
    for (;;) {
      const ended = await this.#runOn(machine, state, base, start, isReal, options);
      if (ended !== 'noPlace' && ended !== 'noMemory') return ended;
      if (ended === 'noMemory') await memory.waitLarge(isWrite, signal);
      signal?.throwIfAborted();
      machine = await this.#machines.acquire(memory.isLarge, isWrite);
    }
  }

  /** The errors and prints of a run-ahead are dropped. */
  async #runOn<T>(
    machine: LentMachine,
    state: State,
    base: StateBase,
    start: Start<T>,
    isReal: () => boolean,
    options: Purposeful<T>,
  ): Promise<{ readonly result: T } | undefined | GaveUp> {
    const { signal, isWrite, purpose, counter, countsApart, memory, feltBytes = FELT_BYTES } = options;
    let ended: { readonly result: T } | undefined | GaveUp;
    // Most runs are counted into the sums of their machine. A run that may have to be dropped is counted apart.
    const isApart = countsApart || base !== EMPTY_BASE || !this.#machines.hasSlot;
    const held = counter && isApart ? new HeldCounts(counter) : undefined;
    if (counter) machine.counter = held ?? counter;
    try {
      const mayPause = () => this.#machines.reserveSlot(machine, isWrite);
      // An execution that turns out to be large starts again on the machine that is kept for such ones.
      // What is counted into the sums of its machine cannot start again.
      const mayGrow = () =>
        bytesOf(machine, feltBytes) + memory.keptBytes <= SMALL_BYTES ||
        memory.isLarge ||
        (!this.#machines.hasLarge && memory.tryLarge()) ||
        (counter !== undefined && held === undefined);
      ended = await drive(start(machine, state, executions), base, { mayPause, mayGrow, machine }, options);
      const { keptFelts } = machine;
      if (isResult(ended) && keptFelts > COUNTED_FELTS && !memory.keep(feltBytes * keptFelts)) throw noMemoryLeft();
    } catch (error) {
      signal?.throwIfAborted();
      // The run used zeros for missing values, so an error means nothing. Only its needs matter.
      if (isReal()) throw error;
    } finally {
      if (this.#print && purpose && isResult(ended) && isReal()) {
        const run = { kind: purpose.kind, isFailed: purpose.isFailed(ended.result) };
        for (const { felts, by } of machine.takePrints())
          this.#print(printText(felts), run, by as PrintingCall | undefined);
      }
      if (held) {
        // Also if the run is dropped: a machine keeps whoever is still to get its sums.
        machine.flushCounts();
        if (isResult(ended) && isReal()) held.report();
      }
      this.#machines.release(machine);
    }
    return ended;
  }
}

const fetching = (fetch: () => Promise<void>, { waitFor }: RunOptions): Promise<void> =>
  waitFor ? waitFor(fetch) : fetch();

/** A declaration is answered a millisecond or two after its block is made. */
const PREPARE_AFTER_MS = 5;

/** The maximum number of batches. Values that are still missing then are fetched one by one. */
const MOST_ROUNDS = 4;

/** What a value that an execution keeps takes, unless the run says otherwise. */
const FELT_BYTES = 96;
const bytesOf = (machine: LentMachine, feltBytes: number): number => machine.usedBytes + feltBytes * machine.keptFelts;
/** An execution that uses more needs a share of the budget. Usual ones use 15 MB. */
const SMALL_BYTES = 24 * 2 ** 20;
/** Fewer values are not counted after a run. */
const COUNTED_FELTS = 10_000;

const isResult = <T>(ended: { readonly result: T } | undefined | GaveUp): ended is { readonly result: T } =>
  typeof ended === 'object';

interface Permissions {
  readonly machine: LentMachine;
  readonly mayPause: () => boolean;
  readonly mayGrow: () => boolean;
}

/** Runs an execution to its end, or until it would have to pause and may not. It pauses at the end of a time slice and fetches needs. */
async function drive<T>(
  execution: Execution<T>,
  base: StateBase,
  { machine, mayPause, mayGrow }: Permissions,
  options: RunOptions & { readonly memory: RequestMemory },
): Promise<{ readonly result: T } | GaveUp> {
  const { memory, feltBytes = FELT_BYTES } = options;
  const { mostBytes } = memory;
  try {
    for (;;) {
      const step = execution.next();
      if (step.done) return { result: step.value };
      if (!mayGrow()) return 'noMemory';
      if (bytesOf(machine, feltBytes) + memory.keptBytes > mostBytes) throw tooLarge(mostBytes);
      if (step.value === 'slice' && !isTurnOver()) continue;
      if (!mayPause()) return 'noPlace';
      const pause = step.value;
      if (pause === 'slice') await nextTurn();
      else await waitOutside(pause instanceof Need ? fetching(() => base.fetch([pause.item]), options) : pause);
      options.signal?.throwIfAborted();
    }
  } finally {
    // An abandoned execution must leave the machine clean for the next one.
    execution.return(undefined as never);
  }
}
