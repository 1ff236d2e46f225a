import type { Felt } from '../felt/felt.ts';
import { VmError } from './vmError.ts';

/** A decoded instruction. */
export interface Instruction {
  readonly off0: number;
  readonly off1: number;
  readonly off2: number;
  readonly dstFp: boolean;
  readonly op0Fp: boolean;
  readonly op1: 'op0' | 'immediate' | 'fp' | 'ap';
  readonly res: 'op1' | 'add' | 'mul' | 'unconstrained';
  readonly pcUpdate: 'next' | 'jump' | 'jumpRel' | 'jnz';
  readonly apUpdate: 'none' | 'add' | 'one' | 'two';
  readonly opcode: 'nop' | 'call' | 'ret' | 'assert';
  readonly extension: 'none' | 'blake' | 'blakeFinalize' | 'qm31';
  readonly size: 1 | 2;
}

const OP1 = { 0: 'op0', 1: 'immediate', 2: 'fp', 4: 'ap' } as const;
const PC = { 0: 'next', 1: 'jump', 2: 'jumpRel', 4: 'jnz' } as const;
const RES = { 0: 'op1', 1: 'add', 2: 'mul' } as const;
const OPCODE = { 0: 'nop', 1: 'call', 2: 'ret', 4: 'assert' } as const;
const EXTENSION = ['none', 'blake', 'blakeFinalize', 'qm31'] as const;

function choose<Table extends object>(table: Table, index: number, what: string): Table[keyof Table] {
  const found = (table as Record<number, Table[keyof Table]>)[index];
  if (found === undefined) throw new VmError(`Invalid ${what} value: ${index}`);
  return found;
}

/** Decodes an instruction word. The order of the checks decides which error a malformed one gives. */
export function decodeInstruction(word: Felt): Instruction {
  if (word >= 1n << 128n) throw new VmError('Instruction should be an int');
  const low = Number(word & 0xffff_ffffn);
  const off0 = (low & 0xffff) - 0x8000;
  const off1 = (low >>> 16) - 0x8000;
  const off2 = Number((word >> 32n) & 0xffffn) - 0x8000;
  const flags = Number((word >> 48n) & 0x7fffn);
  const apFlag = (flags >> 10) & 3;
  const opcodeFlag = (flags >> 12) & 7;
  const resFlag = (flags >> 5) & 3;

  const op1 = choose(OP1, (flags >> 2) & 7, 'op1_register');
  const pcUpdate = choose(PC, (flags >> 7) & 7, 'pc_update');
  if (pcUpdate === 'jnz' && resFlag !== 0) throw new VmError(`Invalid res value: ${resFlag}`);
  const res = pcUpdate === 'jnz' ? 'unconstrained' : choose(RES, resFlag, 'res');
  const opcode = choose(OPCODE, opcodeFlag, 'opcode');
  const extensionNumber = word >> 63n;
  if (extensionNumber > 3n) throw new VmError(`Invalid opcode extension value: ${extensionNumber}`);
  const extension = EXTENSION[Number(extensionNumber)]!;

  const plainSteps = pcUpdate === 'next' && (apFlag === 0 || apFlag === 2);
  if (extension === 'blake' || extension === 'blakeFinalize') {
    if (!(opcode === 'nop' && (op1 === 'fp' || op1 === 'ap') && res === 'op1' && plainSteps))
      throw new VmError(`Blake2s opcode invalid flags ${flags}`);
  } else if (extension === 'qm31') {
    if (!((res === 'add' || res === 'mul') && op1 !== 'op0' && opcode === 'assert' && plainSteps))
      throw new VmError(`QM31 add mul opcode invalid flags ${flags}`);
  }

  const isCall = opcode === 'call';
  if (apFlag === 3 || (isCall && apFlag !== 0)) throw new VmError(`Invalid ap_update value: ${apFlag}`);
  const apUpdate = isCall ? 'two' : (['none', 'add', 'one'] as const)[apFlag]!;
  const dstFp = (flags & 1) !== 0;
  const op0Fp = (flags & 2) !== 0;
  if (isCall && (off0 !== 0 || off1 !== 1 || dstFp || op0Fp)) throw new VmError(`Invalid opcode value: ${opcodeFlag}`);
  if (
    opcode === 'ret' &&
    (off0 !== -2 || off2 !== -1 || !dstFp || op1 !== 'fp' || res !== 'op1' || pcUpdate !== 'jump')
  )
    throw new VmError(`Invalid opcode value: ${opcodeFlag}`);

  const size = op1 === 'immediate' ? 2 : 1;
  return { off0, off1, off2, dstFp, op0Fp, op1, res, pcUpdate, apUpdate, opcode, extension, size };
}

/** Whether a word is a call instruction: tracebacks look for them before return addresses. */
export function isCallInstruction(word: Felt): boolean {
  try {
    const { res, pcUpdate, opcode } = decodeInstruction(word);
    return opcode === 'call' && res === 'op1' && (pcUpdate === 'jump' || pcUpdate === 'jumpRel');
  } catch (error) {
    if (error instanceof VmError) return false;
    throw error;
  }
}
