import type { Machine } from '../machine.ts';
import { VmInstance } from './vmInstance.ts';
import { WasmMachine } from './wasmMachine.ts';

/** Executions that may run side by side in one process; the next ones wait. */
const MAX_MACHINES = 8;

/**
 * Machines over one compiled kernel. An execution takes one for as long as it lasts and gives it back; any machine can
 * run any class. One that trapped or whose memory grew large is dropped, since WebAssembly memory never shrinks.
 */
export class MachinePool {
  readonly #max: number;
  readonly #idle: WasmMachine[] = [];
  readonly #lent = new Set<WasmMachine>();
  readonly #waiting: ((machine: WasmMachine) => void)[] = [];

  constructor(max = MAX_MACHINES) {
    this.#max = max;
  }

  /** A machine, at once or when one is given back; first come, first served. */
  acquire(): Promise<WasmMachine> {
    if (this.#lent.size < this.#max) return Promise.resolve(this.#lend());
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  /** A machine without waiting. Throws when all are lent: callers that may meet this use `acquire`. */
  acquireNow(): WasmMachine {
    if (this.#lent.size >= this.#max)
      throw new Error(`All ${this.#max} machines are in use. Wait for one with acquire().`);
    return this.#lend();
  }

  #lend(): WasmMachine {
    const machine = this.#idle.pop() ?? new WasmMachine(new VmInstance());
    this.#lent.add(machine);
    return machine;
  }

  /** Takes a machine back, with whatever runs it still holds. One whose execution threw (not sound) is dropped. */
  release(machine: Machine, isSound = true): void {
    if (!(machine instanceof WasmMachine) || !this.#lent.delete(machine))
      throw new Error('This machine is not lent: it was given back already.');
    if (isSound && machine.clear()) this.#idle.push(machine);
    const next = this.#waiting.shift();
    if (next !== undefined) next(this.#lend());
  }

  /** How many machines are in use, idle, and waited for. */
  get counts(): { readonly lent: number; readonly idle: number; readonly waiting: number } {
    return { lent: this.#lent.size, idle: this.#idle.length, waiting: this.#waiting.length };
  }
}

/** The process's machines. */
export const machinePool = new MachinePool();
