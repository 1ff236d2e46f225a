import type { CasmHint } from '../../src/cairo/casm.ts';
import type { EntryPointRun } from '../../src/cairo/machine.ts';
import type { LoadedProgram } from '../../src/cairo/program.ts';
import { type Felt, reduce } from '../../src/felt/felt.ts';
import { ZERO_KEY } from '../../src/felt/key.ts';

/** A cell by register and offset, as instructions name it. */
export interface Ref {
  readonly fp: boolean;
  readonly offset: number;
}
export const ap = (offset: number): Ref => ({ fp: false, offset });
export const fp = (offset: number): Ref => ({ fp: true, offset });

/** Numbers of the flags in an instruction. */
export const FLAG = {
  dstFp: 0,
  op0Fp: 1,
  immediate: 2,
  op1Fp: 3,
  op1Ap: 4,
  add: 5,
  mul: 6,
  jump: 7,
  jumpRel: 8,
  jnz: 9,
  apAdd: 10,
  apOne: 11,
  call: 12,
  ret: 13,
  assert: 14,
} as const;

/** Encodes an instruction from its offsets, flags and opcode extension. */
export function encode(off0: number, off1: number, off2: number, flags: readonly number[], extension = 0): Felt {
  const offset = (value: number) => BigInt(value + 0x8000);
  let word = offset(off0) | (offset(off1) << 16n) | (offset(off2) << 32n) | (BigInt(extension) << 63n);
  for (const flag of flags) word |= 1n << BigInt(48 + flag);
  return word as Felt;
}

const dstFlag = ({ fp }: Ref): number[] => (fp ? [FLAG.dstFp] : []);
const op0Flag = ({ fp }: Ref): number[] => (fp ? [FLAG.op0Fp] : []);
const op1Flag = ({ fp }: Ref): number => (fp ? FLAG.op1Fp : FLAG.op1Ap);
const UNUSED = fp(-1);

/** Whether an assertion moves ap. */
type Step = 'ap++' | 'stay';
const step = (move: Step): number[] => (move === 'ap++' ? [FLAG.apOne] : []);

/** [dst] = value */
export const assertNumber = (dst: Ref, value: bigint, move: Step = 'ap++'): Felt[] => [
  encode(dst.offset, -1, 1, [...dstFlag(dst), FLAG.op0Fp, FLAG.immediate, ...step(move), FLAG.assert]),
  reduce(value),
];

/** [dst] = [src] */
export const assertCopy = (dst: Ref, src: Ref, move: Step = 'ap++'): Felt[] => [
  encode(dst.offset, -1, src.offset, [...dstFlag(dst), FLAG.op0Fp, op1Flag(src), ...step(move), FLAG.assert]),
];

/** [dst] = [[src] + inner] */
export const assertDeref = (dst: Ref, src: Ref, inner: number, move: Step = 'ap++'): Felt[] => [
  encode(dst.offset, src.offset, inner, [...dstFlag(dst), ...op0Flag(src), ...step(move), FLAG.assert]),
];

/** [dst] = [a] op b, where b is a cell or a number; qm31 calculates in that field. */
export function assertBinary(
  dst: Ref,
  a: Ref,
  op: 'add' | 'mul',
  b: Ref | bigint,
  move: Step = 'ap++',
  qm31 = false,
): Felt[] {
  const flags = [...dstFlag(dst), ...op0Flag(a), FLAG[op], ...step(move), FLAG.assert];
  const extension = qm31 ? 3 : 0;
  if (typeof b === 'bigint') return [encode(dst.offset, a.offset, 1, [...flags, FLAG.immediate], extension), reduce(b)];
  return [encode(dst.offset, a.offset, b.offset, [...flags, op1Flag(b)], extension)];
}

export const jumpIfNotZero = (cell: Ref, distance: number, move: Step = 'stay'): Felt[] => [
  encode(cell.offset, -1, 1, [...dstFlag(cell), FLAG.op0Fp, FLAG.immediate, FLAG.jnz, ...step(move)]),
  reduce(BigInt(distance)),
];

export const jumpBy = (distance: number, move: Step = 'stay'): Felt[] => [
  encode(UNUSED.offset, -1, 1, [FLAG.dstFp, FLAG.op0Fp, FLAG.immediate, FLAG.jumpRel, ...step(move)]),
  reduce(BigInt(distance)),
];

export const callBy = (distance: number): Felt[] => [
  encode(0, 1, 1, [FLAG.immediate, FLAG.jumpRel, FLAG.call]),
  reduce(BigInt(distance)),
];

export const advance = (cells: bigint): Felt[] => [
  encode(UNUSED.offset, -1, 1, [FLAG.dstFp, FLAG.op0Fp, FLAG.immediate, FLAG.apAdd]),
  reduce(cells),
];

/** Compresses the message [message] into the state [state] and writes the words to [[ap]]. */
export const blake = (state: Ref, message: Ref, byteCount: Ref, finalize: boolean, move: Step = 'ap++'): Felt[] => [
  encode(
    byteCount.offset,
    state.offset,
    message.offset,
    [...dstFlag(byteCount), ...op0Flag(state), op1Flag(message), ...step(move)],
    finalize ? 2 : 1,
  ),
];

export const ret: readonly Felt[] = [0x208b7fff7fff7ffen as Felt];

/** A program without a class around it. */
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
  ...rest,
});
