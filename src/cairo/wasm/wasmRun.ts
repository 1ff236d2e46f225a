import type { Felt } from '../../felt/felt.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { BuiltinName } from '../builtinNames.ts';
import type { RunHost } from '../entryPoint/runHost.ts';
import type { Hint } from '../hints/decode.ts';
import type { HintHost } from '../hints/hintHost.ts';
import { HintScope } from '../hints/hintScope.ts';
import type { Cell, CodePosition, Stop } from '../machine.ts';
import { formatPointer, offsetOf, type Pointer, pointer, segmentOf } from '../pointer.ts';
import type { LoadedProgram } from '../program.ts';
import { relocationTarget, ruleIndex } from '../relocationRule.ts';
import { locateError } from '../traceback.ts';
import { OperandError, VmError } from '../vmError.ts';
import { ERROR, NO_ARC, STOP } from './abi.generated.ts';
import { cellKeys } from './cellKeys.ts';
import { OUT_OF_MEMORY } from './errorText.ts';
import { KernelDictionaries } from './kernelDictionaries.ts';
import { kindOfBuiltin } from './segmentKinds.ts';
import type { VmInstance } from './vmInstance.ts';

/** One run of an entry point in an instance, for its setup, its hints and its end. It may be used only while it is the top run. */
export class WasmRun implements RunHost, HintHost {
  readonly program: LoadedProgram;
  readonly print: (felts: readonly Felt[]) => void;
  readonly #vm: VmInstance;
  readonly #builtins = new Map<BuiltinName, number>();
  readonly #rules = new Map<number, Pointer>();
  #scope: HintScope | undefined;
  #temporaryCount = 0;
  #hints: readonly Hint[] = [];

  constructor(vm: VmInstance, program: LoadedProgram, print: (felts: readonly Felt[]) => void) {
    this.#vm = vm;
    this.program = program;
    this.print = print;
  }

  /** Runs at most `budget` steps. */
  run(budget: number): Stop {
    const { kernel } = this.#vm;
    try {
      for (let left = budget; ; ) {
        const before = kernel.vmSteps();
        const stop = kernel.vmRun(Math.min(left, 0x7fffffff));
        left -= kernel.vmSteps() - before;
        switch (stop) {
          case STOP.end:
            return { kind: 'end' };
          case STOP.budget:
            if (left <= 0) return { kind: 'budget' };
            break;
          case STOP.syscall:
            return { kind: 'syscall', pointer: this.#vm.syscallPointer() };
          case STOP.hint: {
            const syscall = this.#runHint(this.#hints[kernel.vmRequestedHint()]!);
            if (syscall !== undefined) return { kind: 'syscall', pointer: syscall };
            break;
          }
          default:
            throw this.#vm.lastError();
        }
      }
    } catch (error) {
      if (!(error instanceof VmError)) {
        this.#vm.broken = true;
        throw error;
      }
      return { kind: 'error', error: locateError(error, this.program, this.#vm, this.pc, this.fp) };
    }
  }

  #runHint(hint: Hint): Pointer | undefined {
    try {
      if (hint.kind === 'syscall') return hint.pointer(this);
      // The kernel and the scope share the excluded arc and the address of the next object.
      const { kernel } = this.#vm;
      const arc = kernel.vmExcludedArc();
      if (arc !== NO_ARC) this.scope.excludedArc = arc;
      const next = kernel.vmNextObject();
      if (next !== 0) this.scope.nextObject = next as Pointer;
      hint.run(this);
      kernel.vmSetExcludedArc(NO_ARC);
      if (this.#scope?.nextObject !== undefined) kernel.vmSetNextObject(this.#scope.nextObject);
      return undefined;
    } catch (error) {
      if (error instanceof VmError && !(error instanceof OperandError)) error.inHint = true;
      throw error;
    }
  }

  // RunHost
  loadProgram(program: LoadedProgram): void {
    const { block, hints } = this.#vm.load(program);
    this.#hints = hints;
    this.#vm.push(block);
  }
  setBuiltin(name: BuiltinName, segment: number): void {
    this.#builtins.set(name, segment);
    this.#vm.kernel.vmSetKind(segment, kindOfBuiltin(name));
  }
  start(pc: Pointer, stackEnd: Pointer, end: Pointer): void {
    this.#vm.kernel.vmStart(offsetOf(pc), offsetOf(stackEnd), segmentOf(end));
  }
  get pc(): Pointer {
    return pointer(this.#vm.kernel.vmPcSegment(), this.#vm.kernel.vmPcOffset() >>> 0);
  }
  get ap(): Pointer {
    return pointer(1, this.#vm.kernel.vmAp());
  }
  get fp(): Pointer {
    return pointer(1, this.#vm.kernel.vmFp());
  }
  get steps(): number {
    return this.#vm.kernel.vmSteps() >>> 0;
  }
  get blakes(): number {
    return this.#vm.kernel.vmBlakes();
  }
  /** The kernel runs nearly all withdrawals, and the shared hint the others. */
  get leastGas(): number {
    const left = this.#vm.kernel.vmLeastGas();
    return this.#scope === undefined ? left : Math.min(left, this.#scope.leastGas);
  }
  get lastAllocation(): CodePosition | undefined {
    const fp = this.#vm.kernel.vmAllocationFp() >>> 0;
    return fp === 0 || this.program.kind !== 'casm'
      ? undefined
      : { pc: pointer(0, this.#vm.kernel.vmAllocationPc() >>> 0), fp: pointer(1, fp) };
  }
  get segmentCount(): number {
    return this.#vm.kernel.vmSegmentCount();
  }
  get scopesClosed(): boolean {
    return this.#scope === undefined || this.#scope.variables.length === 1;
  }
  markAccessed(start: Pointer, count: number): void {
    this.#vm.kernel.vmMarkAccessed(segmentOf(start), offsetOf(start), count);
  }
  accessedCells(segment: number): number {
    return this.#vm.kernel.vmAccessedCells(segment);
  }
  fastCheck(segment: number, what: 'deductions' | 'inputs'): boolean {
    const { kernel } = this.#vm;
    const failure = what === 'deductions' ? kernel.vmVerifyDeductions(segment) : kernel.vmVerifyInputs(segment);
    if (failure !== 0 && failure !== ERROR.missingOffsets) throw this.#vm.lastError();
    return failure === 0;
  }
  fastKeys(start: Pointer, count: number): FeltKey[] | undefined {
    return cellKeys(this.#vm.kernel, start, count);
  }
  fillZeros(segment: number, end: number): void {
    if (this.#vm.kernel.vmFillZeros(segment, end) !== 0) throw this.#vm.lastError();
  }
  /** The kernel has already checked the deductions. */
  wasDeduced(): boolean {
    return true;
  }

  // Temporary segments, which few Cairo 0 programs use.
  addTemporarySegment(): Pointer {
    const index = this.#vm.kernel.vmAddTemporary();
    if (index < 0) throw new VmError(OUT_OF_MEMORY);
    this.#temporaryCount++;
    return pointer(-1 - index, 0);
  }
  addRelocationRule(from: Pointer, to: Pointer): void {
    const index = ruleIndex(from, this.#rules);
    this.#rules.set(index, to);
    this.#vm.kernel.vmRelocateTo(index, segmentOf(to), offsetOf(to));
  }
  relocate(): void {
    for (let index = this.#temporaryCount - 1; index >= 0; index--) {
      const rule = this.#rules.get(index);
      if (rule === undefined) continue;
      const target = relocationTarget(rule, this.#rules);
      this.#vm.kernel.vmRelocateTo(index, segmentOf(target), offsetOf(target));
      if (this.#vm.kernel.vmMoveCells(index, segmentOf(target), offsetOf(target)) !== 0) throw this.#vm.lastError();
    }
    if (this.#rules.size > 0) this.#rules.clear();
  }
  firstTemporaryAddress(): Pointer | undefined {
    if (this.#temporaryCount === 0) return undefined;
    for (let segment = 0; segment < this.segmentCount; segment++) {
      const size = this.segmentSize(segment);
      for (let offset = 0; offset < size; offset++) {
        const cell = this.get(pointer(segment, offset));
        if (typeof cell === 'number' && cell < 0) return cell;
      }
    }
    return undefined;
  }

  // HintHost
  get scope(): HintScope {
    this.#scope ??= new HintScope(new KernelDictionaries(this.#vm));
    return this.#scope;
  }
  get(address: Pointer): Cell | undefined {
    return this.#vm.get(address);
  }
  set(address: Pointer, value: Cell): void {
    this.#vm.set(address, value);
  }
  setKey(address: Pointer, value: FeltKey): void {
    this.#vm.setKey(address, value);
  }
  addSegment(): number {
    return this.#vm.addSegment();
  }
  /** The kernel has noted it before. */
  noteAllocation(): void {}
  segmentSize(segment: number): number {
    return this.#vm.segmentSize(segment);
  }
  builtinSegment(name: BuiltinName): number | undefined {
    return this.#builtins.get(name);
  }
  addSignature(address: Pointer, r: Felt, s: Felt): void {
    const segment = this.#builtins.get('ecdsa');
    if (segment === undefined) throw new VmError('Expected ecdsa builtin to be present');
    if (segmentOf(address) !== segment)
      throw new VmError(`Signature hint must point to the signature builtin segment, not ${formatPointer(address)}.`);
    if (offsetOf(address) % 2 !== 0)
      throw new VmError(`Signature hint must point to the public key cell, not ${formatPointer(address)}.`);
    this.#vm.putFelt(0, r);
    this.#vm.putFelt(1, s);
    if (this.#vm.kernel.vmAddSignature(offsetOf(address)) !== 0) throw this.#vm.lastError();
  }
}
