import { type FeltKey, feltOf } from '../../felt/key.ts';
import { cacheStarkY } from '../../felt/stark.ts';
import type { BuiltinName } from '../builtinNames.ts';
import type { CodeCounter } from '../codeCounter.ts';
import { finishCairo0 } from '../entryPoint/cairo0Finish.ts';
import { setupCairo0 } from '../entryPoint/cairo0Setup.ts';
import { countResources } from '../entryPoint/resources.ts';
import type { RunLayout } from '../entryPoint/runHost.ts';
import { finishSierra } from '../entryPoint/sierraFinish.ts';
import { setupSierra } from '../entryPoint/sierraSetup.ts';
import type {
  Cell,
  CodePosition,
  EntryPointRun,
  FinishedRun,
  Machine,
  Printed,
  RunResources,
  Stop,
} from '../machine.ts';
import { offsetOf, type Pointer, pointer, segmentOf } from '../pointer.ts';
import { PrintLog } from '../printLog.ts';
import type { LoadedProgram } from '../program.ts';
import { VmError } from '../vmError.ts';
import { cellKeys } from './cellKeys.ts';
import { classBlock } from './classBlock.ts';
import { VmInstance } from './vmInstance.ts';
import { WasmRun } from './wasmRun.ts';

/** The fast machine, which runs in an instance of the kernel. It agrees with the plain machine on every program. */
export class WasmMachine implements Machine {
  readonly #vm: VmInstance;
  readonly #runs: { readonly run: WasmRun; readonly layout: RunLayout }[] = [];
  #top: { readonly run: WasmRun; readonly layout: RunLayout } | undefined;
  readonly #prints = new PrintLog();
  muted = false;
  keptFelts = 0;
  counter: CodeCounter | undefined;

  constructor(vm = new VmInstance()) {
    this.#vm = vm;
  }

  get #current() {
    if (this.#top === undefined) throw new Error('The machine has no run: begin one first.');
    return this.#top;
  }

  begin(entry: EntryPointRun): Pointer {
    const run: WasmRun = new WasmRun(this.#vm, entry.program, (felts) => {
      if (!this.muted) this.#prints.add(felts, run.steps);
    });
    const { depth } = this.#vm;
    try {
      const layout = entry.program.kind === 'casm' ? setupSierra(run, entry) : setupCairo0(run, entry);
      this.#top = { run, layout };
      this.#runs.push(this.#top);
      // A repeated run was counted before.
      if (this.counter && (this.counter.byCall || !this.muted)) this.#vm.startCounting(entry, this.counter);
      return pointer(layout.syscallSegment, 0);
    } catch (error) {
      if (!(error instanceof VmError)) this.#vm.broken = true;
      else if (this.#vm.depth > depth) this.#vm.pop();
      throw error;
    }
  }

  /** Decodes a program that will be run later, on any machine. */
  prepare(program: LoadedProgram): void {
    classBlock(program, this.#vm.kernel);
  }

  run(budget: number): Stop {
    return this.#current.run.run(budget);
  }

  #drop(): void {
    this.#vm.stopCounting(this.#runs.pop()!.run.program);
    this.#top = this.#runs.at(-1);
    this.#vm.pop();
  }

  finish(syscallEnd: Pointer): FinishedRun | VmError {
    const { run, layout } = this.#current;
    try {
      return layout.run.program.kind === 'casm' ? finishSierra(run, layout) : finishCairo0(run, layout, syscallEnd);
    } catch (error) {
      if (error instanceof VmError) return error;
      this.#vm.broken = true;
      throw error;
    } finally {
      this.#drop();
    }
  }

  abandon(): RunResources {
    const { run, layout } = this.#current;
    // Instructions with a single operand have [fp - 1] as the other one; the kernel's fast paths do not access it.
    if (run.steps > 0) run.markAccessed((layout.initialFp - 1) as Pointer, 1);
    const resources = countResources(run, layout);
    this.#drop();
    return resources;
  }

  /** The size of its memory. */
  get bytes(): number {
    return this.#vm.bytes;
  }

  /** Whether its memory has not grown much. */
  get isSmall(): boolean {
    return this.#vm.isSmall;
  }

  /** What its runs use now, and the classes that it caches. */
  get usedBytes(): number {
    return this.#vm.usedBytes;
  }

  /** A machine with the same decoded classes and tables and a small memory; undefined if this one has a run or trapped. */
  smallCopy(): WasmMachine | undefined {
    this.flushCounts();
    return this.#vm.broken || this.#vm.depth > 0 ? undefined : new WasmMachine(new VmInstance(this.#vm));
  }

  /** Drops all runs. Returns whether the machine may be used again. */
  clear(): boolean {
    this.#prints.take();
    this.muted = false;
    this.keptFelts = 0;
    this.counter = undefined;
    if (this.#vm.broken) return false;
    try {
      while (this.#top !== undefined) this.#drop();
      this.#vm.forgetCounter();
    } catch {
      this.#vm.broken = true;
    }
    return !this.#vm.broken;
  }

  /** Reports the counts of programs that were counted as a whole. */
  flushCounts(): void {
    this.#vm.flushCounts();
    if (this.#top === undefined) this.#vm.forgetCounter();
  }

  expectSignature(sender: FeltKey, hash: FeltKey, r: FeltKey, s: FeltKey): void {
    const y = this.#vm.expectSignature(sender, hash, r, s);
    if (y !== undefined) cacheStarkY(feltOf(r), y);
  }

  labelPrints(by: object): void {
    this.#prints.label(by);
  }

  takePrints(): readonly Printed[] {
    return this.#prints.take();
  }

  get lastAllocation(): CodePosition | undefined {
    return this.#current.run.lastAllocation;
  }
  get steps(): number {
    return this.#current.run.steps;
  }
  get pc(): Pointer {
    return this.#current.run.pc;
  }
  get ap(): Pointer {
    return this.#current.run.ap;
  }
  get fp(): Pointer {
    return this.#current.run.fp;
  }

  addSegment(): number {
    return this.#vm.addSegment();
  }
  get(address: Pointer): Cell | undefined {
    return this.#vm.get(address);
  }
  set(address: Pointer, value: Cell): void {
    this.#vm.set(address, value);
  }
  getKey(address: Pointer): FeltKey | undefined {
    return this.#vm.getKey(address);
  }
  setKey(address: Pointer, value: FeltKey): void {
    this.#vm.setKey(address, value);
  }
  getPointer(address: Pointer): Pointer | undefined {
    return this.#vm.getPointer(address);
  }
  getNumber(address: Pointer): number {
    return this.#vm.kernel.vmNumber(segmentOf(address), offsetOf(address));
  }
  getKeys(start: Pointer, count: number): FeltKey[] | undefined {
    return cellKeys(this.#vm.kernel, start, count);
  }
  writeKeys(values: readonly FeltKey[]): Pointer {
    const segment = this.#vm.addSegment();
    for (let i = 0; i < values.length; i++) this.#vm.setKey(pointer(segment, i), values[i]!);
    return pointer(segment, 0);
  }
  setReadOnly(segment: number, length: number): void {
    this.#current.layout.readOnly.push({ segment, length });
  }
  segmentSize(segment: number): number {
    return this.#vm.segmentSize(segment);
  }
  get segmentCount(): number {
    return this.#vm.kernel.vmSegmentCount();
  }
  get rawMemory(): ArrayBuffer {
    return this.#vm.kernel.memory.buffer;
  }
  rawBase(segment: number): number {
    return this.#vm.kernel.vmSegmentBase(segment);
  }
  builtinSegment(name: BuiltinName): number | undefined {
    return this.#current.layout.builtins.find((builtin) => builtin.name === name)?.segment;
  }
}
