import type { CasmHint } from '../../../src/cairo/casm.ts';
import type { Instruction } from '../../../src/cairo/instruction.ts';
import type { EntryPointRun } from '../../../src/cairo/machine.ts';
import type { LoadedProgram } from '../../../src/cairo/program.ts';
import { type Felt, reduce } from '../../../src/felt/felt.ts';
import { ZERO_KEY } from '../../../src/felt/key.ts';
import { NEWEST_PROTOCOL } from '../../../src/protocol/versions.ts';

/** A cell, given by register and offset. */
export interface Ref {
  readonly fp: boolean;
  readonly offset: number;
}
export const ap = (offset: number): Ref => ({ fp: false, offset });
export const fp = (offset: number): Ref => ({ fp: true, offset });

/** The fields of an instruction. The defaults are those of an unused operand. */
export type Fields = Partial<Omit<Instruction, 'size'>>;

const OP1 = { op0: 0, immediate: 1, fp: 2, ap: 4 } as const;
const RES = { op1: 0, add: 1, mul: 2, unconstrained: 0 } as const;
const PC = { next: 0, jump: 1, jumpRel: 2, jnz: 4 } as const;
const AP = { none: 0, add: 1, one: 2, two: 0 } as const;
const OPCODE = { nop: 0, call: 1, ret: 2, assert: 4 } as const;
const EXTENSION = { none: 0, blake: 1, blakeFinalize: 2, qm31: 3 } as const;

/** Compilers write `[fp - 1]` for an unused operand. */
const UNUSED: Required<Fields> = {
  off0: -1,
  off1: -1,
  off2: -1,
  dstFp: true,
  op0Fp: true,
  op1: 'fp',
  res: 'op1',
  pcUpdate: 'next',
  apUpdate: 'none',
  opcode: 'nop',
  extension: 'none',
};

/** Encodes an instruction. The defaults of the fields are those of an unused operand. */
export function encode(fields: Fields): Felt {
  const i = { ...UNUSED, ...fields };
  const flags =
    (i.dstFp ? 1 : 0) |
    (i.op0Fp ? 2 : 0) |
    (OP1[i.op1] << 2) |
    (RES[i.res] << 5) |
    (PC[i.pcUpdate] << 7) |
    (AP[i.apUpdate] << 10) |
    (OPCODE[i.opcode] << 12);
  const offsets = [i.off0, i.off1, i.off2].map((offset) => BigInt(offset + 0x8000));
  return (offsets[0]! |
    (offsets[1]! << 16n) |
    (offsets[2]! << 32n) |
    (BigInt(flags) << 48n) |
    (BigInt(EXTENSION[i.extension]) << 63n)) as Felt;
}

const asDst = ({ fp, offset }: Ref): Fields => ({ off0: offset, dstFp: fp });
const asOp0 = ({ fp, offset }: Ref): Fields => ({ off1: offset, op0Fp: fp });
const asOp1 = ({ fp, offset }: Ref): Fields => ({ off2: offset, op1: fp ? 'fp' : 'ap' });
const IMMEDIATE: Fields = { off2: 1, op1: 'immediate' };

/** Whether an instruction moves ap. */
type Step = 'ap++' | 'stay';
const moving = (step: Step): Fields => ({ apUpdate: step === 'ap++' ? 'one' : 'none' });

/** [dst] = value */
export const assertNumber = (dst: Ref, value: bigint, step: Step = 'ap++'): Felt[] => [
  encode({ ...asDst(dst), ...IMMEDIATE, ...moving(step), opcode: 'assert' }),
  reduce(value),
];

/** [ap] = value; ap++ */
export const push = (value: bigint): Felt[] => assertNumber(ap(0), value);

/** [dst] = [src] */
export const assertCopy = (dst: Ref, src: Ref, step: Step = 'ap++'): Felt[] => [
  encode({ ...asDst(dst), ...asOp1(src), ...moving(step), opcode: 'assert' }),
];

/** [dst] = [[src] + inner] */
export const assertDeref = (dst: Ref, src: Ref, inner: number, step: Step = 'ap++'): Felt[] => [
  encode({ ...asDst(dst), ...asOp0(src), off2: inner, op1: 'op0', ...moving(step), opcode: 'assert' }),
];

/** [dst] = [a] op b, where b is a cell or a number. With qm31 the operation is in that field. */
export function assertBinary(
  dst: Ref,
  a: Ref,
  op: 'add' | 'mul',
  b: Ref | bigint,
  step: Step = 'ap++',
  qm31 = false,
): Felt[] {
  const fields: Fields = {
    ...asDst(dst),
    ...asOp0(a),
    res: op,
    ...moving(step),
    opcode: 'assert',
    extension: qm31 ? 'qm31' : 'none',
  };
  return typeof b === 'bigint'
    ? [encode({ ...fields, ...IMMEDIATE }), reduce(b)]
    : [encode({ ...fields, ...asOp1(b) })];
}

export const jumpIfNotZero = (cell: Ref, distance: number, step: Step = 'stay'): Felt[] => [
  encode({ ...asDst(cell), ...IMMEDIATE, res: 'unconstrained', pcUpdate: 'jnz', ...moving(step) }),
  reduce(BigInt(distance)),
];

export const jumpBy = (distance: number, step: Step = 'stay'): Felt[] => [
  encode({ ...IMMEDIATE, pcUpdate: 'jumpRel', ...moving(step) }),
  reduce(BigInt(distance)),
];

export const callBy = (distance: number): Felt[] => [
  encode({
    ...asDst(ap(0)),
    ...asOp0(ap(1)),
    ...IMMEDIATE,
    pcUpdate: 'jumpRel',
    apUpdate: 'two',
    opcode: 'call',
  }),
  reduce(BigInt(distance)),
];

export const advance = (cells: bigint): Felt[] => [encode({ ...IMMEDIATE, apUpdate: 'add' }), reduce(cells)];

/** Compresses the message [message] into the state [state] and writes the words to [[ap]]. */
export const blake = (state: Ref, message: Ref, byteCount: Ref, finalize: boolean, step: Step = 'ap++'): Felt[] => [
  encode({
    ...asDst(byteCount),
    ...asOp0(state),
    ...asOp1(message),
    ...moving(step),
    extension: finalize ? 'blakeFinalize' : 'blake',
  }),
];

export const ret: readonly Felt[] = [encode({ off0: -2, pcUpdate: 'jump', opcode: 'ret' })];

/** A program without a class. */
export const programOf = (
  bytecode: readonly Felt[],
  hints: readonly (readonly [number, readonly CasmHint[]])[] = [],
): LoadedProgram => ({ kind: 'casm', bytecode, hints: new Map(hints), builtins: [] });

/** A program as an entry point. */
export const entryOf = (program: LoadedProgram, rest: Partial<EntryPointRun> = {}): EntryPointRun => ({
  program,
  offset: 0,
  builtins: [],
  calldata: [],
  initialGas: 0n,
  selector: ZERO_KEY,
  constants: NEWEST_PROTOCOL,
  ...rest,
});
