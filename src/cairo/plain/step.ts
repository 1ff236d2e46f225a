import type { Felt } from '../../felt/felt.ts';
import { divFelts } from '../../felt/field.ts';
import { blake2sCompress } from '../../felt/hash.ts';
import {
  addCells,
  formatCell,
  isFelt,
  isPointer,
  movePointer,
  mulCells,
  readFelt,
  readPointer,
  shiftPointer,
  subCells,
} from '../cells.ts';
import type { Instruction } from '../instruction.ts';
import { MAX_AP, SEGMENT_FULL } from '../limits.ts';
import type { Cell } from '../machine.ts';
import { formatPointer, offsetOf, type Pointer, pointer } from '../pointer.ts';
import { addQm31, divQm31, mulQm31, subQm31 } from '../qm31.ts';
import { VmError } from '../vmError.ts';
import type { PlainMemory } from './plainMemory.ts';

/** The operands of an instruction and their addresses. */
interface Operands {
  readonly dst: Cell;
  readonly op0: Cell;
  readonly op1: Cell;
  /** Undefined for a conditional jump, which has no result. */
  readonly res: Cell | undefined;
}

/** What an instruction works on: memory, registers and counters of a run. */
export interface StepTarget {
  readonly memory: PlainMemory;
  pc: Pointer;
  ap: Pointer;
  fp: Pointer;
  steps: number;
  blakes: number;
  /** The value that a builtin computes for a cell of its segment. */
  deduceBuiltin(address: Pointer): Cell | undefined;
}

/** Executes one instruction: finds or deduces its operands, checks them, then moves the registers. */
export function stepInstruction(run: StepTarget, instruction: Instruction): void {
  const { memory } = run;
  const dstAddress = shiftPointer(instruction.dstFp ? run.fp : run.ap, instruction.off0);
  const knownDst = memory.get(dstAddress);
  const op0Address = shiftPointer(instruction.op0Fp ? run.fp : run.ap, instruction.off1);
  const knownOp0 = memory.get(op0Address);
  const op1Address = addressOfOp1(run, instruction, knownOp0);
  const knownOp1 = memory.get(op1Address);

  let res: Cell | undefined;
  let op0 = knownOp0;
  if (op0 === undefined) {
    op0 = run.deduceBuiltin(op0Address);
    if (op0 === undefined) ({ value: op0, res } = deduceOp0(run, instruction, knownDst, knownOp1));
    if (op0 === undefined) throw unknownOperand('op0', op0Address);
  }
  let op1 = knownOp1;
  if (op1 === undefined) {
    op1 = run.deduceBuiltin(op1Address);
    if (op1 === undefined) {
      const deduced = deduceOp1(instruction, knownDst, op0);
      op1 = deduced.value;
      res ??= deduced.res;
    }
    if (op1 === undefined) throw unknownOperand('op1', op1Address);
  }
  res ??= computeRes(instruction, op0, op1);
  let dst = knownDst;
  if (dst === undefined) {
    if (instruction.opcode === 'assert' && res !== undefined) dst = res;
    else if (instruction.opcode === 'call') dst = run.fp;
    else throw new VmError("Couldn't get or load dst");
  }

  if (knownOp0 === undefined) memory.set(op0Address, op0);
  if (knownOp1 === undefined) memory.set(op1Address, op1);
  if (knownDst === undefined) memory.set(dstAddress, dst);
  checkOpcode(run, instruction, { dst, op0, op1, res });
  memory.markAccessed(dstAddress);
  memory.markAccessed(op0Address);
  memory.markAccessed(op1Address);
  memory.markAccessed(run.pc);
  if (instruction.extension === 'blake' || instruction.extension === 'blakeFinalize')
    compressBlake(run, dstAddress, op0Address, op1Address, instruction.extension === 'blakeFinalize');
  moveRegisters(run, instruction, { dst, op0, op1, res });
  run.steps++;
}

const unknownOperand = (name: string, address: Pointer): VmError =>
  new VmError(`Couldn't compute operand ${name}. Unknown value for memory cell ${formatPointer(address)}`);

function addressOfOp1(run: StepTarget, { op1, off2 }: Instruction, op0: Cell | undefined): Pointer {
  switch (op1) {
    case 'fp':
      return shiftPointer(run.fp, off2);
    case 'ap':
      return shiftPointer(run.ap, off2);
    case 'immediate':
      if (off2 !== 1) throw new VmError('In immediate mode, off2 should be 1');
      return shiftPointer(run.pc, 1);
    case 'op0':
      if (op0 === undefined) throw new VmError('op0 must be known in double dereference');
      if (!isPointer(op0)) throw new VmError('Memory addresses must be relocatable');
      return shiftPointer(op0, off2);
  }
}

const subtract = ({ extension }: Instruction, a: Cell, b: Cell): Cell =>
  extension === 'qm31' ? subQm31(a, b) : subCells(a, b);

const divide = ({ extension }: Instruction, a: Felt, b: Felt): Felt =>
  extension === 'qm31' ? divQm31(a, b) : divFelts(a, b);

interface Deduction {
  readonly value: Cell | undefined;
  readonly res: Cell | undefined;
}
const NO_DEDUCTION: Deduction = { value: undefined, res: undefined };

/** For a call, op0 is the return address; for an assertion, it follows from dst and op1. */
function deduceOp0(run: StepTarget, instruction: Instruction, dst: Cell | undefined, op1: Cell | undefined): Deduction {
  if (instruction.opcode === 'call') return { value: shiftPointer(run.pc, instruction.size), res: undefined };
  if (instruction.opcode !== 'assert' || dst === undefined || op1 === undefined) return NO_DEDUCTION;
  if (instruction.res === 'add') return { value: subtract(instruction, dst, op1), res: dst };
  if (instruction.res === 'mul' && isFelt(dst) && isFelt(op1) && op1 !== 0n)
    return { value: divide(instruction, dst, op1), res: dst };
  return NO_DEDUCTION;
}

function deduceOp1(instruction: Instruction, dst: Cell | undefined, op0: Cell): Deduction {
  if (instruction.opcode !== 'assert') return NO_DEDUCTION;
  if (instruction.res === 'op1') return { value: dst, res: dst };
  if (dst === undefined) return NO_DEDUCTION;
  if (instruction.res === 'add') {
    try {
      return { value: subtract(instruction, dst, op0), res: dst };
    } catch (error) {
      // If the difference does not exist, the operand stays unknown.
      if (error instanceof VmError) return { value: undefined, res: dst };
      throw error;
    }
  }
  if (instruction.res === 'mul' && isFelt(dst) && isFelt(op0) && op0 !== 0n)
    return { value: divide(instruction, dst, op0), res: dst };
  return NO_DEDUCTION;
}

function computeRes(instruction: Instruction, op0: Cell, op1: Cell): Cell | undefined {
  const isQm31 = instruction.extension === 'qm31';
  switch (instruction.res) {
    case 'op1':
      return op1;
    case 'add':
      return isQm31 ? addQm31(op0, op1) : addCells(op0, op1);
    case 'mul':
      return isQm31 && isFelt(op0) && isFelt(op1) ? mulQm31(op0, op1) : mulCells(op0, op1);
    case 'unconstrained':
      return undefined;
  }
}

function checkOpcode(run: StepTarget, instruction: Instruction, { dst, op0, res }: Operands): void {
  if (instruction.opcode === 'assert') {
    if (res === undefined) throw new VmError('Res.UNCONSTRAINED cannot be used with Opcode.ASSERT_EQ');
    if (res !== dst) throw new VmError(`An ASSERT_EQ instruction failed: ${formatCell(dst)} != ${formatCell(res)}.`);
  } else if (instruction.opcode === 'call') {
    const returnPc = shiftPointer(run.pc, instruction.size);
    if (op0 !== returnPc)
      throw new VmError(
        `Call failed to write return-pc (inconsistent op0): ${formatCell(op0)} != ${formatPointer(returnPc)}. Did you forget to increment ap?`,
      );
    if (dst !== run.fp)
      throw new VmError(
        `Call failed to write return-fp (inconsistent dst): ${formatCell(dst)} != ${formatPointer(run.fp)}. Did you forget to increment ap?`,
      );
  }
}

/** Updates fp first, then ap, then pc. If a later update fails, the earlier ones are visible in the traceback. */
function moveRegisters(run: StepTarget, instruction: Instruction, { dst, op1, res }: Operands): void {
  const { ap, pc } = run;
  if (instruction.opcode === 'call') run.fp = shiftPointer(ap, 2);
  else if (instruction.opcode === 'ret') run.fp = pointer(1, isPointer(dst) ? offsetOf(dst) : frameOffset(dst));

  switch (instruction.apUpdate) {
    case 'add':
      if (res === undefined) throw new VmError('Res.UNCONSTRAINED cannot be used with ApUpdate.ADD');
      run.ap = stackPointer(addCells(ap, res) as Pointer);
      break;
    case 'one':
      run.ap = shiftPointer(ap, 1);
      break;
    case 'two':
      run.ap = shiftPointer(ap, 2);
      break;
  }

  switch (instruction.pcUpdate) {
    case 'next':
      run.pc = shiftPointer(pc, instruction.size);
      break;
    case 'jump':
      if (res === undefined || !isPointer(res))
        throw new VmError('Res.UNCONSTRAINED cannot be used with PcUpdate.JUMP');
      run.pc = res;
      break;
    case 'jumpRel':
      if (res === undefined) throw new VmError('Res.UNCONSTRAINED cannot be used with PcUpdate.JUMP_REL');
      if (!isFelt(res)) throw new VmError('A relocatable value as Res cannot be used with PcUpdate.JUMP_REL');
      run.pc = movePointer(pc, res);
      break;
    case 'jnz':
      run.pc = dst === 0n ? shiftPointer(pc, instruction.size) : (addCells(pc, op1) as Pointer);
      break;
  }
}

function stackPointer(address: Pointer): Pointer {
  if (offsetOf(address) > MAX_AP) throw new VmError(SEGMENT_FULL);
  return address;
}

// The network allows 64 bits for a frame's offset; here no frame can be beyond 2^32.
function frameOffset(felt: Felt): number {
  if (felt >= 1n << 32n) throw new VmError(`Conversion to usize failed for Felt252 ${felt}`);
  return Number(felt);
}

function readWords(run: StepTarget, start: Pointer, count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => readWord(run, shiftPointer(start, i)));
}

function readWord(run: StepTarget, address: Pointer): number {
  const felt = readFelt(run.memory, address);
  if (felt >= 1n << 32n) throw new VmError(`Conversion to u32 failed for Felt252 ${felt}`);
  return Number(felt);
}

/** One BLAKE2s compression: dst is the byte count; op0 points to the state, op1 to the message, [ap] to the result. */
function compressBlake(run: StepTarget, dst: Pointer, op0: Pointer, op1: Pointer, last: boolean): void {
  const counter = readWord(run, dst);
  const state = readWords(run, readPointer(run.memory, op0), 8);
  const message = readWords(run, readPointer(run.memory, op1), 16);
  const output = readPointer(run.memory, run.ap);
  blake2sCompress(state, message, counter, last);
  state.forEach((word, i) => {
    const address = shiftPointer(output, i);
    run.memory.set(address, BigInt(word) as Felt);
    run.memory.markAccessed(address);
  });
  run.blakes++;
}
