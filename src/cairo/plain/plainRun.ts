import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf } from '../../felt/key.ts';
import type { BuiltinName } from '../builtinNames.ts';
import type { Builtin, Signatures } from '../builtins/builtin.ts';
import { BUILTINS } from '../builtins/builtinTable.ts';
import { readFelt } from '../cells.ts';
import type { RunHost } from '../entryPoint/runHost.ts';
import type { HintHost } from '../hints/hintHost.ts';
import { HintScope } from '../hints/hintScope.ts';
import { hintsOf } from '../hints/programHints.ts';
import { decodeInstruction, type Instruction } from '../instruction.ts';
import type { Cell, CodePosition, Stop } from '../machine.ts';
import { formatPointer, offsetOf, type Pointer, pointer, segmentOf } from '../pointer.ts';
import type { LoadedProgram } from '../program.ts';
import { locateError } from '../traceback.ts';
import { OperandError, VmError } from '../vmError.ts';
import { PlainMemory } from './plainMemory.ts';
import { stepInstruction } from './step.ts';

const instructionCache = new WeakMap<LoadedProgram, (Instruction | undefined)[]>();

function instructionsOf(program: LoadedProgram): (Instruction | undefined)[] {
  let list = instructionCache.get(program);
  if (list === undefined) instructionCache.set(program, (list = []));
  return list;
}

/** One run of an entry point: memory, registers, builtins and the state of its hints. */
export class PlainRun implements RunHost, HintHost {
  readonly memory = new PlainMemory((address) => this.#validate(address));
  readonly scope = new HintScope();
  readonly program: LoadedProgram;
  readonly print: (felts: readonly Felt[]) => void;
  readonly #instructions: (Instruction | undefined)[];
  readonly #builtins = new Map<number, Builtin>();
  readonly #signatures: Signatures = new Map();
  readonly #deduced = new Set<Pointer>();
  pc = pointer(0, 0);
  ap = pointer(1, 0);
  fp = pointer(1, 0);
  end = pointer(0, 0);
  steps = 0;
  blakes = 0;
  /** The number of hints of the current instruction that have run. A syscall stops the run between them. */
  #hintsDone = 0;
  lastAllocation: CodePosition | undefined;
  /** How often each instruction ran, if it is counted. */
  counts: Uint32Array | undefined;

  constructor(program: LoadedProgram, print: (felts: readonly Felt[]) => void) {
    this.program = program;
    this.print = print;
    this.#instructions = instructionsOf(program);
  }

  /** Runs at most `budget` steps. */
  run(budget: number): Stop {
    try {
      for (let left = budget; this.pc !== this.end; left--) {
        if (left <= 0) return { kind: 'budget' };
        const syscall = this.#runHints();
        if (syscall !== undefined) return { kind: 'syscall', pointer: syscall };
        const at = this.pc;
        stepInstruction(this, this.#instruction());
        if (this.counts && segmentOf(at) === 0 && offsetOf(at) < this.counts.length) this.counts[offsetOf(at)]!++;
        this.#hintsDone = 0;
      }
      return { kind: 'end' };
    } catch (error) {
      if (!(error instanceof VmError)) throw error;
      return { kind: 'error', error: locateError(error, this.program, this.memory, this.pc, this.fp) };
    }
  }

  /** Runs the hints before the current instruction. Returns the address of the request if it reaches a syscall. */
  #runHints(): Pointer | undefined {
    const hints = segmentOf(this.pc) === 0 ? hintsOf(this.program).get(offsetOf(this.pc)) : undefined;
    if (hints === undefined) return undefined;
    while (this.#hintsDone < hints.length) {
      const hint = hints[this.#hintsDone++]!;
      try {
        if (hint.kind === 'syscall') {
          this.noteAllocation();
          return hint.pointer(this);
        }
        hint.run(this);
      } catch (error) {
        if (error instanceof VmError && !(error instanceof OperandError)) error.inHint = true;
        throw error;
      }
    }
    return undefined;
  }

  #instruction(): Instruction {
    if (segmentOf(this.pc) !== 0) return decodeInstruction(readFelt(this.memory, this.pc));
    const offset = offsetOf(this.pc);
    return (this.#instructions[offset] ??= decodeInstruction(readFelt(this.memory, this.pc)));
  }

  #validate(address: Pointer): void {
    this.#builtins.get(segmentOf(address))?.validate?.(this.memory, address, this.#signatures);
  }

  /** The value of a builtin's output cell, if its inputs are known. */
  deduceBuiltin(address: Pointer): Cell | undefined {
    const value = this.#builtins.get(segmentOf(address))?.deduce?.(this.memory, address);
    if (value !== undefined) this.#deduced.add(address);
    return value;
  }

  // RunHost
  loadProgram(program: LoadedProgram): void {
    const segment = this.memory.addSegment();
    program.bytecode.forEach((word, i) => void this.memory.set(pointer(segment, i), word));
    this.markAccessed(pointer(segment, 0), program.bytecode.length);
  }
  setBuiltin(name: BuiltinName, segment: number): void {
    this.#builtins.set(segment, BUILTINS[name]);
  }
  start(pc: Pointer, stackEnd: Pointer, end: Pointer): void {
    this.pc = pc;
    this.ap = this.fp = stackEnd;
    this.end = end;
  }
  noteAllocation(): void {
    if (this.program.kind === 'casm') this.lastAllocation = { pc: this.pc, fp: this.fp };
  }
  get leastGas(): number {
    return this.scope.leastGas;
  }
  get segmentCount(): number {
    return this.memory.segmentCount;
  }
  get scopesClosed(): boolean {
    return this.scope.variables.length === 1;
  }
  relocate(): void {
    this.memory.relocate();
  }
  firstTemporaryAddress(): Pointer | undefined {
    return this.memory.firstTemporaryAddress();
  }
  markAccessed(start: Pointer, count: number): void {
    for (let i = 0; i < count; i++) this.memory.markAccessed((start + i) as Pointer);
  }
  accessedCells(segment: number): number {
    return this.memory.accessedCells(segment);
  }
  fastCheck(): boolean {
    return false;
  }
  fastKeys(): undefined {}
  fillZeros(segment: number, end: number): void {
    for (let offset = 0; offset < end; offset++)
      if (this.get(pointer(segment, offset)) === undefined) this.set(pointer(segment, offset), 0n as Felt);
  }
  wasDeduced(address: Pointer): boolean {
    return this.#deduced.has(address);
  }

  // HintHost
  get(address: Pointer): Cell | undefined {
    return this.memory.get(address);
  }
  set(address: Pointer, value: Cell): void {
    this.memory.set(address, value);
  }
  setKey(address: Pointer, value: FeltKey): void {
    this.memory.set(address, feltOf(value));
  }
  addSegment(): number {
    return this.memory.addSegment();
  }
  segmentSize(segment: number): number {
    return this.memory.segmentSize(segment);
  }
  addTemporarySegment(): Pointer {
    return this.memory.addTemporarySegment();
  }
  addRelocationRule(from: Pointer, to: Pointer): void {
    this.memory.addRelocationRule(from, to);
  }
  builtinSegment(name: BuiltinName): number | undefined {
    for (const [segment, builtin] of this.#builtins) if (builtin.name === name) return segment;
    return undefined;
  }
  addSignature(address: Pointer, r: Felt, s: Felt): void {
    const segment = this.builtinSegment('ecdsa');
    if (segment === undefined) throw new VmError('Expected ecdsa builtin to be present');
    if (segmentOf(address) !== segment)
      throw new VmError(`Signature hint must point to the signature builtin segment, not ${formatPointer(address)}.`);
    if (offsetOf(address) % 2 !== 0)
      throw new VmError(`Signature hint must point to the public key cell, not ${formatPointer(address)}.`);
    if (!this.#signatures.has(address)) this.#signatures.set(address, { r, s });
  }
}
