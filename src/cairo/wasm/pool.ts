import type { Machine } from '../machine.ts';
import { VmInstance } from './vmInstance.ts';
import { WasmMachine } from './wasmMachine.ts';

/** Long executions that may run side by side in one process; the next ones wait. */
const MAX_MACHINES = 8;

/**
 * Machines over one compiled kernel. An execution takes one for as long as it lasts and gives it back; any machine can
 * run any class. One that trapped or whose memory grew large is dropped, since WebAssembly memory never shrinks.
 *
 * Only executions that pause are side by side, so only they need one of the places: a short one never waits for them.
 */
export class MachinePool {
  readonly #max: number;
  readonly #idle: WasmMachine[] = [];
  /** Those that have a place, and those lent for a moment. */
  readonly #placed = new Set<WasmMachine>();
  readonly #brief = new Set<WasmMachine>();
  readonly #waiting: ((machine: WasmMachine) => void)[] = [];

  constructor(max = MAX_MACHINES) {
    this.#max = max;
  }

  /** A machine with a place, at once or when one is given back; first come, first served. */
  acquire(): Promise<WasmMachine> {
    if (this.#placed.size < this.#max) return Promise.resolve(this.#lendPlaced());
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  /** A machine with a place, without waiting. Throws when there is none: callers that may meet this use `acquire`. */
  acquireNow(): WasmMachine {
    if (this.#placed.size >= this.#max)
      throw new Error(`All ${this.#max} machines are in use. Wait for one with acquire().`);
    return this.#lendPlaced();
  }

  /** A machine for as long as nobody else runs. Before its execution pauses it needs a place: `givePlace`. */
  acquireBriefly(): WasmMachine {
    const machine = this.#lend();
    this.#brief.add(machine);
    return machine;
  }

  /** Gives a place to a machine that was lent briefly; false when there is none. `always`: it gets one more than there are. */
  givePlace(machine: WasmMachine, always = false): boolean {
    if (this.#placed.has(machine)) return true;
    if (this.#placed.size >= this.#max && !always) return false;
    this.#brief.delete(machine);
    this.#placed.add(machine);
    return true;
  }

  #lend(): WasmMachine {
    return this.#idle.pop() ?? new WasmMachine(new VmInstance());
  }

  #lendPlaced(): WasmMachine {
    const machine = this.#lend();
    this.#placed.add(machine);
    return machine;
  }

  /** Takes a machine back, with whatever runs it still holds. One whose execution threw (not sound) is dropped. */
  release(machine: Machine, isSound = true): void {
    if (!(machine instanceof WasmMachine && (this.#placed.delete(machine) || this.#brief.delete(machine))))
      throw new Error('This machine is not lent: it was given back already.');
    if (isSound && machine.clear()) this.#idle.push(machine);
    if (this.#placed.size < this.#max) this.#waiting.shift()?.(this.#lendPlaced());
  }

  /** How many machines are in use, idle, and waited for. */
  get counts(): { readonly lent: number; readonly idle: number; readonly waiting: number } {
    return { lent: this.#placed.size + this.#brief.size, idle: this.#idle.length, waiting: this.#waiting.length };
  }
}

/** The process's machines. */
export const machinePool = new MachinePool();
