import { type Felt, P, signed } from '../../felt/felt.ts';
import { decodeInstruction } from '../instruction.ts';
import type { Cell } from '../machine.ts';
import { offsetOf, type Pointer, pointer, segmentOf } from '../pointer.ts';
import type { LoadedProgram } from '../program.ts';
import type { RunMemory } from './runMemory.ts';

/** The registers of a run; ap and fp are offsets in the execution segment, pc one in the program. */
export interface Registers {
  pc: number;
  ap: number;
  fp: number;
}

/** The segment of the stack of a run. */
export const EXECUTION = 1;

/** Takes a step over an instruction that the fast walk does not know. Returns false if it leaves the program. */
export function rareStep(program: LoadedProgram, memory: RunMemory, registers: Registers): boolean {
  const { pc, ap, fp } = registers;
  const { bytecode } = program;
  const { off0, off1, off2, dstFp, op0Fp, op1, res, pcUpdate, apUpdate, opcode, size } = decodeInstruction(
    bytecode[pc]!,
  );
  const cell = (base: number, offset: number) => memory.get(pointer(EXECUTION, base + offset));
  const op0 = () => cell(op0Fp ? fp : ap, off1);
  const readOp1 = (): Cell | undefined => {
    if (op1 === 'immediate') return bytecode[pc + 1];
    if (op1 !== 'op0') return cell(op1 === 'fp' ? fp : ap, off2);
    const base = op0();
    if (typeof base !== 'number') return undefined;
    const at = (base + off2) as Pointer;
    return segmentOf(at) === 0 ? bytecode[offsetOf(at)] : memory.get(at);
  };
  const result = (): Cell | undefined => {
    const right = readOp1();
    if (res !== 'add' && res !== 'mul') return right;
    const left = op0();
    if (left === undefined || right === undefined) return undefined;
    if (typeof left === 'bigint' && typeof right === 'bigint')
      return ((res === 'add' ? left + right : left * right) % P) as Felt;
    return res === 'add' ? ((Number(left) + Number(right)) as Pointer) : undefined;
  };
  const distance = (value: Cell | undefined): number | undefined => {
    if (typeof value !== 'bigint') return undefined;
    return Number(signed(value));
  };
  if (opcode === 'call') {
    registers.fp = ap + 2;
    registers.ap = ap + 2;
  } else if (apUpdate === 'one') registers.ap = ap + 1;
  else if (apUpdate === 'add') {
    const change = distance(result());
    if (change === undefined) return false;
    registers.ap = ap + change;
  }
  if (pcUpdate === 'next') registers.pc = pc + size;
  else if (pcUpdate === 'jump') {
    const target = result();
    if (typeof target !== 'number' || segmentOf(target) !== 0) return false;
    registers.pc = offsetOf(target);
  } else {
    const condition = pcUpdate === 'jnz' ? cell(dstFp ? fp : ap, off0) : 1n;
    const by = condition === 0n ? size : distance(pcUpdate === 'jnz' ? readOp1() : result());
    if (by === undefined) return false;
    registers.pc = pc + by;
  }
  return registers.pc >= 0 && registers.pc < bytecode.length;
}
