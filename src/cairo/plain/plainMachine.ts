import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import type { BuiltinName } from '../builtinNames.ts';
import { isFelt, isPointer } from '../cells.ts';
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
import { type Pointer, pointer } from '../pointer.ts';
import { PrintLog } from '../printLog.ts';
import { VmError } from '../vmError.ts';
import { PlainRun } from './plainRun.ts';

/** The machine in plain TypeScript: the definition that WasmMachine is tested against. Each run has its own memory. */
export class PlainMachine implements Machine {
  readonly #runs: { readonly run: PlainRun; readonly layout: RunLayout }[] = [];
  readonly #prints = new PrintLog();
  muted = false;
  keptFelts = 0;
  /** This machine reports every run at its end, and does not tell function calls apart. */
  counter: CodeCounter | undefined;

  get #top() {
    const top = this.#runs.at(-1);
    if (top === undefined) throw new Error('The machine has no run: begin one first.');
    return top;
  }

  begin(entry: EntryPointRun): Pointer {
    const run: PlainRun = new PlainRun(entry.program, (felts) => {
      if (!this.muted) this.#prints.add(felts, run.steps);
    });
    const layout = entry.program.kind === 'casm' ? setupSierra(run, entry) : setupCairo0(run, entry);
    this.#runs.push({ run, layout });
    this.counter?.begin?.(entry);
    if (this.counter) run.counts = new Uint32Array(entry.program.bytecode.length);
    return pointer(layout.syscallSegment, 0);
  }

  run(budget: number): Stop {
    return this.#top.run.run(budget);
  }

  finish(syscallEnd: Pointer): FinishedRun | VmError {
    const { run, layout } = this.#top;
    this.#drop();
    try {
      return layout.run.program.kind === 'casm' ? finishSierra(run, layout) : finishCairo0(run, layout, syscallEnd);
    } catch (error) {
      if (error instanceof VmError) return error;
      throw error;
    }
  }

  abandon(): RunResources {
    const { run, layout } = this.#top;
    this.#drop();
    return countResources(run, layout);
  }

  #drop(): void {
    const { run } = this.#runs.pop()!;
    if (run.counts) this.counter?.add(run.program, [{ start: 0, counts: run.counts, caller: -1, site: 0 }]);
  }

  expectSignature(): void {}

  labelPrints(by: object): void {
    this.#prints.label(by);
  }

  takePrints(): readonly Printed[] {
    return this.#prints.take();
  }

  get lastAllocation(): CodePosition | undefined {
    return this.#top.run.lastAllocation;
  }
  get steps(): number {
    return this.#top.run.steps;
  }
  get pc(): Pointer {
    return this.#top.run.pc;
  }
  get ap(): Pointer {
    return this.#top.run.ap;
  }
  get fp(): Pointer {
    return this.#top.run.fp;
  }

  addSegment(): number {
    return this.#top.run.addSegment();
  }
  get(address: Pointer): Cell | undefined {
    return this.#top.run.get(address);
  }
  set(address: Pointer, value: Cell): void {
    this.#top.run.set(address, value);
  }
  #felt(address: Pointer): Felt | undefined {
    const cell = this.get(address);
    return cell !== undefined && isFelt(cell) ? cell : undefined;
  }
  getKey(address: Pointer): FeltKey | undefined {
    const felt = this.#felt(address);
    return felt === undefined ? undefined : keyOf(felt);
  }
  setKey(address: Pointer, value: FeltKey): void {
    this.set(address, feltOf(value));
  }
  getPointer(address: Pointer): Pointer | undefined {
    const cell = this.get(address);
    return cell !== undefined && isPointer(cell) ? cell : undefined;
  }
  getNumber(address: Pointer): number {
    const felt = this.#felt(address);
    return felt === undefined || felt >= 1n << 53n ? -1 : Number(felt);
  }
  getKeys(start: Pointer, count: number): FeltKey[] | undefined {
    const keys: FeltKey[] = [];
    for (let i = 0; i < count; i++) {
      const key = this.getKey((start + i) as Pointer);
      if (key === undefined) return undefined;
      keys.push(key);
    }
    return keys;
  }
  writeKeys(values: readonly FeltKey[]): Pointer {
    const segment = this.addSegment();
    values.forEach((value, i) => void this.setKey(pointer(segment, i), value));
    return pointer(segment, 0);
  }
  setReadOnly(segment: number, length: number): void {
    this.#top.layout.readOnly.push({ segment, length });
  }
  segmentSize(segment: number): number {
    return this.#top.run.segmentSize(segment);
  }
  get segmentCount(): number {
    return this.#top.run.segmentCount;
  }
  builtinSegment(name: BuiltinName): number | undefined {
    return this.#top.layout.builtins.find((builtin) => builtin.name === name)?.segment;
  }
}
