import type { Machine } from '../machine.ts';
import { VmInstance } from './vmInstance.ts';
import { WasmMachine } from './wasmMachine.ts';

/** The most executions that may be in progress at the same time; further ones wait. */
const MAX_MACHINES = 8;
/** How long a machine with a large memory is kept for further executions. */
const KEEP_LARGE_MS = 30_000;

/** Runs work later, unless the process ends before that. */
const shrinkLater = (work: () => void): void => {
  const timer: { unref?: () => void } | number = setTimeout(work, KEEP_LARGE_MS);
  if (typeof timer === 'object') timer.unref?.();
};

/**
 * A pool of machines over one compiled kernel. An execution acquires a machine and releases it at its end; any machine can
 * run any class. A machine that trapped is dropped.
 *
 * The memory of a machine never shrinks, so one that grew large is replaced by a small copy, half a minute later: large executions often
 * come in a row. A new machine for each would cost a garbage collection, and V8 would optimise the callers of the kernel again, since
 * optimised code refers to the functions of one instance. At most one large machine is kept, and none above 256 MB.
 *
 * The number of slots limits the executions that are in progress while others run, which are only those that pause. A short
 * execution, which does not pause, needs no slot and never waits for one.
 */
export class MachinePool {
  readonly #max: number;
  readonly #idle: WasmMachine[] = [];
  /** The machines in use with a slot, and those without. */
  readonly #withSlot = new Set<WasmMachine>();
  readonly #withoutSlot = new Set<WasmMachine>();
  readonly #waiting: ((machine: WasmMachine) => void)[] = [];

  /** The machine with a large memory that is kept for a while. */
  #large: WasmMachine | undefined;
  readonly #later: (work: () => void) => void;

  constructor(max = MAX_MACHINES, later = shrinkLater) {
    this.#max = max;
    this.#later = later;
  }

  /** Acquires a machine with a slot. If there is none, it waits until one is released; first come, first served. */
  acquire(): Promise<WasmMachine> {
    if (this.#withSlot.size < this.#max) return Promise.resolve(this.#lendWithSlot());
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  /** Acquires a machine with a slot, without waiting. Throws if there is none; callers that can wait use `acquire`. */
  acquireNow(): WasmMachine {
    if (this.#withSlot.size >= this.#max)
      throw new Error(`All ${this.#max} machines are in use. Wait for one with acquire().`);
    return this.#lendWithSlot();
  }

  /** Acquires a machine without a slot. Before its execution pauses, it needs one: see `reserveSlot`. */
  acquireBriefly(): WasmMachine {
    const machine = this.#lend();
    this.#withoutSlot.add(machine);
    return machine;
  }

  /** Gives a slot to a machine that has none. Returns false if all slots are taken, unless `always` allows an extra one. */
  reserveSlot(machine: WasmMachine, always = false): boolean {
    if (this.#withSlot.has(machine)) return true;
    if (this.#withSlot.size >= this.#max && !always) return false;
    this.#withoutSlot.delete(machine);
    this.#withSlot.add(machine);
    return true;
  }

  #lend(): WasmMachine {
    return this.#idle.pop() ?? new WasmMachine(new VmInstance());
  }

  #lendWithSlot(): WasmMachine {
    const machine = this.#lend();
    this.#withSlot.add(machine);
    return machine;
  }

  /** Returns a machine to the pool and drops its runs. A machine whose execution threw (not sound) is not used again. */
  release(machine: Machine, isSound = true): void {
    if (!(machine instanceof WasmMachine && (this.#withSlot.delete(machine) || this.#withoutSlot.delete(machine))))
      throw new Error('This machine is not in use: it was already released.');
    const next = isSound ? this.#recycled(machine) : undefined;
    if (next) this.#idle.push(next);
    if (next !== machine && this.#large === machine) this.#large = undefined;
    if (this.#withSlot.size < this.#max) this.#waiting.shift()?.(this.#lendWithSlot());
  }

  /** The machine for the next execution in place of one that is released. */
  #recycled(machine: WasmMachine): WasmMachine | undefined {
    if (machine.size !== 'small' && machine !== this.#large) {
      if (machine.size === 'huge' || this.#large !== undefined) return machine.smallCopy();
      this.#large = machine;
      this.#later(() => this.#shrink(machine));
    }
    return machine.clear() ? machine : undefined;
  }

  /** Replaces the large machine by a small copy of it, or tries later if it is in use. */
  #shrink(machine: WasmMachine): void {
    if (this.#large !== machine) return;
    const at = this.#idle.indexOf(machine);
    const copy = at < 0 ? undefined : machine.smallCopy();
    if (copy === undefined) {
      this.#later(() => this.#shrink(machine));
      return;
    }
    this.#large = undefined;
    this.#idle[at] = copy;
  }

  /** Whether an execution that has to pause could get a slot now. */
  get hasSlot(): boolean {
    return this.#withSlot.size < this.#max;
  }

  /** Lets all machines that are not in use report what they counted. */
  flushCounts(): void {
    for (const machine of this.#idle) machine.flushCounts();
  }

  /** The number of machines in use and idle, and of callers that wait. */
  get counts(): { readonly lent: number; readonly idle: number; readonly waiting: number } {
    return {
      lent: this.#withSlot.size + this.#withoutSlot.size,
      idle: this.#idle.length,
      waiting: this.#waiting.length,
    };
  }
}

/** The process's machines. */
export const machinePool = new MachinePool();
