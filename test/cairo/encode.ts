import type { Instruction } from '../../src/cairo/instruction.ts';
import type { Felt } from '../../src/felt/felt.ts';

const OP1 = { op0: 0, immediate: 1, fp: 2, ap: 4 } as const;
const RES = { op1: 0, add: 1, mul: 2, unconstrained: 0 } as const;
const PC = { next: 0, jump: 1, jumpRel: 2, jnz: 4 } as const;
const AP = { none: 0, add: 1, one: 2, two: 0 } as const;
const OPCODE = { nop: 0, call: 1, ret: 2, assert: 4 } as const;
const EXTENSION = { none: 0, blake: 1, blakeFinalize: 2, qm31: 3 } as const;

/** `[fp - 1]` stands where an instruction does not use an operand. */
const UNUSED: Omit<Instruction, 'size'> = {
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

/** The word of an instruction; fields that are not given are those of an unused operand. */
export function encode(fields: Partial<Omit<Instruction, 'size'>>): Felt {
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

/** `ret` */
export const RET = encode({ off0: -2, off1: -1, off2: -1, pcUpdate: 'jump', opcode: 'ret' });
/** `call rel` with its distance. */
export const callRel = (distance: Felt): Felt[] => [
  encode({
    off0: 0,
    off1: 1,
    off2: 1,
    dstFp: false,
    op0Fp: false,
    op1: 'immediate',
    pcUpdate: 'jumpRel',
    apUpdate: 'two',
    opcode: 'call',
  }),
  distance,
];
/** `[ap] = value; ap++` */
export const push = (value: Felt): Felt[] => [
  encode({ off0: 0, dstFp: false, off2: 1, op1: 'immediate', apUpdate: 'one', opcode: 'assert' }),
  value,
];
