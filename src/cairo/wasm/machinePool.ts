import type { Machine } from '../machine.ts';
import { VmInstance } from './vmInstance.ts';
import { WasmMachine } from './wasmMachine.ts';

/** The most executions that may be in progress at the same time; further ones wait. */
const MAX_MACHINES = 8;

/**
 * A pool of machines over one compiled kernel. An execution acquires a machine and releases it at its end; any machine can
 * run any class. A machine that trapped is dropped. One whose memory grew large is replaced by a small copy of it, which costs a
 * millisecond at the end of a long execution instead of several at the start of the next one.
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

  constructor(max = MAX_MACHINES) {
    this.#max = max;
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
    const next = isSound ? machine.recycle() : undefined;
    if (next) this.#idle.push(next);
    if (this.#withSlot.size < this.#max) this.#waiting.shift()?.(this.#lendWithSlot());
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
