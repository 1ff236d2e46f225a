import { workMemory } from '../../budget/workMemory.ts';
import type { Machine } from '../machine.ts';
import { VmInstance } from './vmInstance.ts';
import { WasmMachine } from './wasmMachine.ts';

/** The most executions that may be in progress at the same time; further ones wait. */
const MAX_MACHINES = 8;
/**
 * The slots in addition to these that only writes get: executions that wait for an origin must not hold up writes. Few, since every box has
 * writes of its own, and a paused execution can have a machine of 60 MB.
 */
const WRITE_SLOTS = 1;
/** How long a machine with a large memory is kept for further executions. */
const KEEP_LARGE_MS = 30_000;
/** Above this size a small machine has grown. A new one has 15 MB. */
const GROWN_BYTES = 24 << 20;
/** What is left of the small machines when no others were used for a while: so many, of the first size. */
const KEPT_MACHINES = 2;
/** How often the pool looks whether others were used, and how many times in a row they must not have been. */
const LOOK_MS = 10_000;
const QUIET_LOOKS = 3;

/** Runs work after some milliseconds, unless the process ends before that. */
type Later = (work: () => void, milliseconds: number) => void;

const later: Later = (work, milliseconds) => {
  const timer: { unref?: () => void } | number = setTimeout(work, milliseconds);
  if (typeof timer === 'object') timer.unref?.();
};

interface Waiting {
  readonly isLarge: boolean;
  readonly isWrite: boolean;
  readonly resolve: (machine: WasmMachine) => void;
}

/**
 * A pool of machines over one compiled kernel. An execution acquires a machine and releases it at its end; any machine can
 * run any class. A machine that trapped is dropped.
 *
 * The memory of a machine never shrinks. One that grew large is kept apart for half a minute, for the next large execution: they often
 * come in a row. A new machine for each would leave garbage of hundreds of megabytes, and V8 would optimise the callers of the kernel again,
 * since optimised code refers to the functions of one instance. At most one large machine is kept.
 *
 * A small machine can have grown to several times its first size, and after many executions at once there are several. When other work
 * needs their memory, copies of the first size replace those that have grown. When half a minute needed neither those nor more than two at
 * once, two of the first size are left: what an idle process takes does not depend on what it did before.
 *
 * The number of slots limits the executions that are in progress while others run, which are only those that pause. A short
 * execution, which does not pause, needs no slot and never waits for one.
 */
export class MachinePool {
  readonly #max: number;
  /** Small machines that are not in use. */
  readonly #idle: WasmMachine[] = [];
  /** The machines in use with a slot, and those without. */
  readonly #withSlot = new Set<WasmMachine>();
  readonly #withoutSlot = new Set<WasmMachine>();
  readonly #waiting: Waiting[] = [];

  /** The machine with a large memory that is kept for a while, and how often one was. */
  #large: WasmMachine | undefined;
  #largeCount = 0;
  /** How often a small machine that had grown was released, or more machines were in use than are kept. */
  #rareUses = 0;
  #looksLater = false;
  /** The one that was dropped last. Until it is garbage-collected its memory is there anyway, so it is used again rather than a new one. */
  #dropped: WeakRef<WasmMachine> | undefined;
  readonly #later: Later;

  constructor(max = MAX_MACHINES, runLater = later) {
    this.#max = max;
    this.#later = runLater;
  }

  /**
   * Acquires a machine with a slot. If there is none, it waits until one is released; first come, first served. An execution that
   * is known to be large gets the large machine, if one is kept.
   */
  acquire(isLarge = false, isWrite = false): Promise<WasmMachine> {
    if (this.#hasSlotFor(isWrite)) return Promise.resolve(this.#lendWithSlot(isLarge));
    return new Promise((resolve) => void this.#waiting.push({ isLarge, isWrite, resolve }));
  }

  #hasSlotFor(isWrite: boolean): boolean {
    return this.#withSlot.size < this.#max + (isWrite ? WRITE_SLOTS : 0);
  }

  /** Acquires a machine with a slot, without waiting. Throws if there is none; callers that can wait use `acquire`. */
  acquireNow(): WasmMachine {
    if (this.#withSlot.size >= this.#max)
      throw new Error(`All ${this.#max} machines are in use. Wait for one with acquire().`);
    return this.#lendWithSlot(false);
  }

  /** Acquires a machine without a slot. Before its execution pauses, it needs one: see `reserveSlot`. */
  acquireBriefly(): WasmMachine {
    const machine = this.#lend(false);
    this.#withoutSlot.add(machine);
    return machine;
  }

  /** Gives a slot to a machine that has none. Returns false if all slots are taken; there are some that only writes get. */
  reserveSlot(machine: WasmMachine, isWrite = false): boolean {
    if (this.#withSlot.has(machine)) return true;
    if (!this.#hasSlotFor(isWrite)) return false;
    this.#withoutSlot.delete(machine);
    this.#withSlot.add(machine);
    return true;
  }

  #lend(isLarge: boolean): WasmMachine {
    if (this.#lent >= KEPT_MACHINES) this.#rareUses++;
    const large = isLarge ? (this.#large ?? this.#dropped?.deref()) : undefined;
    if (large) {
      this.#large = undefined;
      this.#dropped = undefined;
      return large;
    }
    return this.#idle.pop() ?? new WasmMachine(new VmInstance());
  }

  #lendWithSlot(isLarge: boolean): WasmMachine {
    const machine = this.#lend(isLarge);
    this.#withSlot.add(machine);
    return machine;
  }

  /** Returns a machine to the pool and drops its runs. A machine whose execution threw (not sound) is not used again. */
  release(machine: Machine, isSound = true): void {
    if (!(machine instanceof WasmMachine && (this.#withSlot.delete(machine) || this.#withoutSlot.delete(machine))))
      throw new Error('This machine is not in use: it was already released.');
    if (isSound && machine.clear()) this.#keep(machine);
    const at = this.#waiting.findIndex(({ isWrite }) => this.#hasSlotFor(isWrite));
    if (at < 0) return;
    const [next] = this.#waiting.splice(at, 1);
    next!.resolve(this.#lendWithSlot(next!.isLarge));
  }

  #keep(machine: WasmMachine): void {
    if (machine.isSmall) this.#keepIdle(machine);
    else if (this.#large) this.#keepSmallCopy(machine);
    else {
      this.#large = machine;
      const count = ++this.#largeCount;
      this.#later(() => {
        if (this.#largeCount === count) this.dropLarge();
      }, KEEP_LARGE_MS);
    }
  }

  #keepSmallCopy(machine: WasmMachine): void {
    const copy = machine.smallCopy();
    if (copy) this.#keepIdle(copy);
  }

  /** Keeps as many as can be in use at once: those with a slot, and one without. A large machine that was dropped and used again left a copy. */
  #keepIdle(machine: WasmMachine): void {
    if (this.#idle.length > this.#max + WRITE_SLOTS) {
      machine.flushCounts();
      return;
    }
    this.#idle.push(machine);
    if (machine.bytes > GROWN_BYTES) this.#rareUses++;
    if (!this.#looksLater) this.#tidyWhenQuiet();
  }

  /** Whether more is idle than what is left after a while. */
  get #isUntidy(): boolean {
    return this.#idle.length > KEPT_MACHINES || this.idleBytes > 0;
  }

  #tidyWhenQuiet(quietLooks = 0): void {
    if (!this.#isUntidy) return;
    this.#looksLater = true;
    const uses = this.#rareUses;
    this.#later(() => {
      this.#looksLater = false;
      const quiet = this.#rareUses === uses ? quietLooks + 1 : 0;
      if (quiet === QUIET_LOOKS) this.#tidy();
      else this.#tidyWhenQuiet(quiet);
    }, LOOK_MS);
  }

  #tidy(): void {
    const surplus = this.#idle.length - KEPT_MACHINES;
    if (surplus > 0) for (const machine of this.#idle.splice(0, surplus)) machine.flushCounts();
    while (this.shrinkIdle());
  }

  /** Replaces one idle machine that has grown by a copy of the first size. Returns whether there was one. */
  shrinkIdle(): boolean {
    const at = this.#idle.findIndex(({ bytes }) => bytes > GROWN_BYTES);
    if (at < 0) return false;
    const [machine] = this.#idle.splice(at, 1);
    this.#keepSmallCopy(machine!);
    return true;
  }

  /** The memory of idle machines that have grown. */
  get idleBytes(): number {
    return this.#idle.reduce((sum, { bytes }) => sum + (bytes > GROWN_BYTES ? bytes : 0), 0);
  }

  /** Replaces the large machine that is kept by a small copy of it. Returns whether there was one. */
  dropLarge(): boolean {
    const machine = this.#large;
    if (!machine) return false;
    this.#large = undefined;
    this.#dropped = new WeakRef(machine);
    this.#keepSmallCopy(machine);
    return true;
  }

  /** The memory of the large machine that is kept. */
  get largeBytes(): number {
    return this.#large?.bytes ?? 0;
  }

  /** Whether a large execution would get a machine that is large already. */
  get hasLarge(): boolean {
    return this.#large !== undefined || this.#dropped?.deref() !== undefined;
  }

  /** Whether an execution that has to pause could get a slot now. */
  get hasSlot(): boolean {
    return this.#withSlot.size < this.#max;
  }

  /** Lets all machines that are not in use report what they counted. */
  flushCounts(): void {
    for (const machine of this.#idle) machine.flushCounts();
    this.#large?.flushCounts();
  }

  get #lent(): number {
    return this.#withSlot.size + this.#withoutSlot.size;
  }

  /** The number of machines in use and idle, and of callers that wait. */
  get counts(): { readonly lent: number; readonly idle: number; readonly waiting: number } {
    return {
      lent: this.#lent,
      idle: this.#idle.length + (this.#large ? 1 : 0),
      waiting: this.#waiting.length,
    };
  }
}

/** The process's machines. */
export const machinePool = new MachinePool();

workMemory.addCache({
  get bytes() {
    return machinePool.largeBytes;
  },
  servesUse: 'executions',
  reclaim: () => machinePool.dropLarge(),
});

workMemory.addCache({
  get bytes() {
    return machinePool.idleBytes;
  },
  // Executions use these machines again. To replace them first would only leave garbage.
  servesUse: 'executions',
  reclaim: () => machinePool.shrinkIdle(),
});
