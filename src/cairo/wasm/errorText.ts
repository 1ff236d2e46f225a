import { BUILTINS } from '../builtins/builtinTable.ts';
import { type CellMemory, debugCell, debugPointer, formatCell, readFelt } from '../cells.ts';
import { SEGMENT_FULL } from '../limits.ts';
import type { Cell } from '../machine.ts';
import { type Pointer, segmentOf } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import { ERROR } from './abi.generated.ts';
import { BUILTIN_KINDS } from './segmentKinds.ts';

/** Our own limit: the network's machine is limited by the host's memory. */
export const OUT_OF_MEMORY =
  'Out of memory: the call and its inner calls need more than 512 MB. Reduce the memory that the contract uses at a time.';

type Text = (a: Cell, b: Cell, c: Cell, memory: CellMemory) => string;

const shown = formatCell;
const builtinOf = (kind: Cell): string => `${BUILTIN_KINDS[Number(kind)]}_builtin`;

/** The network's messages for the kernel's errors (kernel/abi.mjs). */
const TEXTS: Readonly<Record<number, Text>> = {
  [ERROR.unknownCell]: (at) => `Unknown memory cell at address ${shown(at)}`,
  [ERROR.expectedInteger]: (at) => `Expected integer at address ${shown(at)}`,
  [ERROR.expectedRelocatable]: (at) => `Expected relocatable at address ${shown(at)}`,
  [ERROR.invalidEncoding]: () => 'Instruction should be an int',
  [ERROR.invalidOp1]: (n) => `Invalid op1_register value: ${n}`,
  [ERROR.invalidPcUpdate]: (n) => `Invalid pc_update value: ${n}`,
  [ERROR.invalidRes]: (n) => `Invalid res value: ${n}`,
  [ERROR.invalidOpcode]: (n) => `Invalid opcode value: ${n}`,
  [ERROR.invalidExtension]: (at, _b, _c, memory) =>
    `Invalid opcode extension value: ${readFelt(memory, at as Pointer) >> 63n}`,
  [ERROR.invalidBlakeFlags]: (flags) => `Blake2s opcode invalid flags ${flags}`,
  [ERROR.invalidQm31Flags]: (flags) => `QM31 add mul opcode invalid flags ${flags}`,
  [ERROR.invalidApUpdate]: (n) => `Invalid ap_update value: ${n}`,
  [ERROR.immediateOffset]: () => 'In immediate mode, off2 should be 1',
  [ERROR.unknownOp0]: () => 'op0 must be known in double dereference',
  [ERROR.addressNotRelocatable]: () => 'Memory addresses must be relocatable',
  [ERROR.negativeOffset]: (a, b) => `Operation failed: ${shown(a)} - ${b}, offsets cant be negative`,
  [ERROR.offsetExceeded]: (a, b) => `Operation failed: ${shown(a)} + ${b}, maximum offset value exceeded`,
  [ERROR.addPointers]: (a, b) => `Operation failed: ${shown(a)} + ${shown(b)}, can't add two relocatable values`,
  [ERROR.subSegments]: (a, b) =>
    `Operation failed: ${shown(a)} - ${shown(b)}, can't subtract two relocatable values with different segment indexes`,
  [ERROR.subPointerFromFelt]: (a, b) =>
    `Operation failed ${a} - ${shown(b)}, can't subtract a relocatable value from an integer`,
  [ERROR.mulPointer]: (a, b) =>
    `Failed to compute Res.MUL: Could not complete computation of non pure values ${shown(a)} * ${shown(b)}`,
  [ERROR.unknownOperand]: (at, which) =>
    `Couldn't compute operand op${which}. Unknown value for memory cell ${shown(at)}`,
  [ERROR.noDst]: () => "Couldn't get or load dst",
  [ERROR.unconstrainedAssert]: () => 'Res.UNCONSTRAINED cannot be used with Opcode.ASSERT_EQ',
  [ERROR.assertFailed]: (a, b) => `An ASSERT_EQ instruction failed: ${shown(a)} != ${shown(b)}.`,
  [ERROR.returnPc]: (a, b) =>
    `Call failed to write return-pc (inconsistent op0): ${shown(a)} != ${shown(b)}. Did you forget to increment ap?`,
  [ERROR.returnFp]: (a, b) =>
    `Call failed to write return-fp (inconsistent dst): ${shown(a)} != ${shown(b)}. Did you forget to increment ap?`,
  [ERROR.unconstrainedAp]: () => 'Res.UNCONSTRAINED cannot be used with ApUpdate.ADD',
  [ERROR.unconstrainedJump]: () => 'Res.UNCONSTRAINED cannot be used with PcUpdate.JUMP',
  [ERROR.jumpRelPointer]: () => 'A relocatable value as Res cannot be used with PcUpdate.JUMP_REL',
  [ERROR.feltToUsize]: (felt) => `Conversion to usize failed for Felt252 ${felt}`,
  [ERROR.inconsistentMemory]: (at, held, value) =>
    `Inconsistent memory assignment at address ${debugPointer(at as Pointer)}. ${debugCell(held)} != ${debugCell(value)}`,
  [ERROR.unallocatedSegment]: (at, count) => {
    const segment = segmentOf(at as Pointer);
    return `Can't insert into segment #${segment < 0 ? -1 - segment : segment}; memory only has ${count} segment`;
  },
  [ERROR.rangeCheckBound]: (value, kind) =>
    `Range-check validation failed, number ${value} is out of valid range [0, ${kind === 1n ? 1n << 128n : 1n << 96n}]`,
  [ERROR.rangeCheckNonInt]: (at) => `Range-check validation failed, encountered non-int value at address ${shown(at)}`,
  [ERROR.integerTooBig]: (at, bits, value) =>
    `Expected integer at address ${debugPointer(at as Pointer)} to be smaller than 2^${bits}, Got ${value}`,
  [ERROR.pointNotOnCurve]: (at, _b, _c, memory) => ecOpText(memory, at as Pointer),
  [ERROR.ecOpSameX]: (at, _b, _c, memory) => ecOpText(memory, at as Pointer),
  [ERROR.builtinExpectedInteger]: (kind, at) => `${builtinOf(kind)}: Expected integer at address ${shown(at)}`,
  [ERROR.publicKeyNonInt]: (at) => `ECDSA builtin: Expected public key at address ${shown(at)} to be an integer`,
  [ERROR.messageNonInt]: (at) => `ECDSA builtin: Expected message hash at address ${shown(at)} to be an integer`,
  [ERROR.signatureNotFound]: (at) =>
    `Signature hint is missing for ECDSA builtin at address ${shown(at)}.\n    Add it using 'ecdsa_builtin.add_signature'.`,
  [ERROR.invalidSignature]: (at, r, s, memory) => {
    const key = readFelt(memory, at as Pointer);
    const message = readFelt(memory, ((at as Pointer) + 1) as Pointer);
    return `Signature (${r}, ${s}), is invalid, with respect to the public key ${key}, \n    and the message hash ${message}.`;
  },
  [ERROR.feltToU32]: (felt) => `Conversion to u32 failed for Felt252 ${felt}`,
  [ERROR.qm31Unreduced]: (felt) => `Number is not a packing of a QM31 in reduced form: ${felt})`,
  [ERROR.qm31AddPointer]: (a, b) =>
    `Operation failed: ${shown(a)} - ${shown(b)}, can't add a relocatable value as a QM31 element`,
  [ERROR.qm31SubPointer]: (a, b) =>
    `Operation failed: ${shown(a)} - ${shown(b)}, can't subtract a relocatable value or from a relocatable value as a QM31 element`,
  [ERROR.dividedByZero]: () => 'Attempted to divide by zero',
  [ERROR.inconsistentDeduction]: (kind, expected, held) =>
    `Inconsistent auto-deduction for ${builtinOf(kind)}, expected ${shown(expected)}, got Some(${debugCell(held)})`,
  [ERROR.outOfMemory]: () => OUT_OF_MEMORY,
  [ERROR.missingCells]: (kind) => `Missing memory cells for ${builtinOf(kind)}`,
  [ERROR.segmentFull]: () => SEGMENT_FULL,
};

// The kernel reports only that the instance at an address failed; the plain builtin gives the message.
function ecOpText(memory: CellMemory, instance: Pointer): string {
  try {
    BUILTINS.ec_op.deduce?.(memory, (instance + 5) as Pointer);
  } catch (error) {
    if (error instanceof VmError) return error.message;
    throw error;
  }
  throw new Error(`The kernel refused the EC operation at ${shown(instance)}, which its definition accepts.`);
}

/** The network's message for an error of the kernel. */
export function errorText(code: number, a: Cell, b: Cell, c: Cell, memory: CellMemory): string {
  const text = TEXTS[code];
  if (text === undefined) throw new Error(`The kernel failed with the code ${code}, which has no text.`);
  return text(a, b, c, memory);
}
