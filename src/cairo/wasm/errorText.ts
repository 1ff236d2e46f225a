import { BUILTINS } from '../builtins/table.ts';
import { type CellMemory, debugCell, debugPointer, formatCell, readFelt } from '../cells.ts';
import { SEGMENT_FULL } from '../limits.ts';
import type { Cell } from '../machine.ts';
import { type Pointer, segmentOf } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import { BUILTIN_KINDS } from './segmentKinds.ts';

/** Our own limit: the network's machine has the host's memory. */
export const OUT_OF_MEMORY =
  'Out of memory: the call and its inner calls need more than 512 MB. Have it hold less at a time.';

type Text = (a: Cell, b: Cell, c: Cell, memory: CellMemory) => string;

const shown = formatCell;
const builtinOf = (kind: Cell): string => `${BUILTIN_KINDS[Number(kind)]}_builtin`;

/** What the kernel's failures (kernel/vm/errors.ts) are called by the network. */
const TEXTS: Readonly<Record<number, Text>> = {
  1: (at) => `Unknown memory cell at address ${shown(at)}`,
  2: (at) => `Expected integer at address ${shown(at)}`,
  3: (at) => `Expected relocatable at address ${shown(at)}`,
  4: () => 'Instruction should be an int',
  5: (n) => `Invalid op1_register value: ${n}`,
  6: (n) => `Invalid pc_update value: ${n}`,
  7: (n) => `Invalid res value: ${n}`,
  8: (n) => `Invalid opcode value: ${n}`,
  9: (at, _b, _c, memory) => `Invalid opcode extension value: ${readFelt(memory, at as Pointer) >> 63n}`,
  10: (flags) => `Blake2s opcode invalid flags ${flags}`,
  11: (flags) => `QM31 add mul opcode invalid flags ${flags}`,
  12: (n) => `Invalid ap_update value: ${n}`,
  13: () => 'In immediate mode, off2 should be 1',
  14: () => 'op0 must be known in double dereference',
  15: () => 'Memory addresses must be relocatable',
  16: (a, b) => `Operation failed: ${shown(a)} - ${b}, offsets cant be negative`,
  17: (a, b) => `Operation failed: ${shown(a)} + ${b}, maximum offset value exceeded`,
  18: (a, b) => `Operation failed: ${shown(a)} + ${shown(b)}, can't add two relocatable values`,
  19: (a, b) =>
    `Operation failed: ${shown(a)} - ${shown(b)}, can't subtract two relocatable values with different segment indexes`,
  20: (a, b) => `Operation failed ${a} - ${shown(b)}, can't subtract a relocatable value from an integer`,
  21: (a, b) =>
    `Failed to compute Res.MUL: Could not complete computation of non pure values ${shown(a)} * ${shown(b)}`,
  22: (at, which) => `Couldn't compute operand op${which}. Unknown value for memory cell ${shown(at)}`,
  23: () => "Couldn't get or load dst",
  24: () => 'Res.UNCONSTRAINED cannot be used with Opcode.ASSERT_EQ',
  25: (a, b) => `An ASSERT_EQ instruction failed: ${shown(a)} != ${shown(b)}.`,
  26: (a, b) =>
    `Call failed to write return-pc (inconsistent op0): ${shown(a)} != ${shown(b)}. Did you forget to increment ap?`,
  27: (a, b) =>
    `Call failed to write return-fp (inconsistent dst): ${shown(a)} != ${shown(b)}. Did you forget to increment ap?`,
  28: () => 'Res.UNCONSTRAINED cannot be used with ApUpdate.ADD',
  29: () => 'Res.UNCONSTRAINED cannot be used with PcUpdate.JUMP',
  31: () => 'A relocatable value as Res cannot be used with PcUpdate.JUMP_REL',
  32: (felt) => `Conversion to usize failed for Felt252 ${felt}`,
  33: (at, held, value) =>
    `Inconsistent memory assignment at address ${debugPointer(at as Pointer)}. ${debugCell(held)} != ${debugCell(value)}`,
  34: (at, count) => {
    const segment = segmentOf(at as Pointer);
    return `Can't insert into segment #${segment < 0 ? -1 - segment : segment}; memory only has ${count} segment`;
  },
  35: (value, kind) =>
    `Range-check validation failed, number ${value} is out of valid range [0, ${kind === 1n ? 1n << 128n : 1n << 96n}]`,
  36: (at) => `Range-check validation failed, encountered non-int value at address ${shown(at)}`,
  37: (at, bits, value) =>
    `Expected integer at address ${debugPointer(at as Pointer)} to be smaller than 2^${bits}, Got ${value}`,
  38: (at, _b, _c, memory) => ecOpText(memory, at as Pointer),
  39: (at, _b, _c, memory) => ecOpText(memory, at as Pointer),
  41: (kind, at) => `${builtinOf(kind)}: Expected integer at address ${shown(at)}`,
  42: (at) => `ECDSA builtin: Expected public key at address ${shown(at)} to be an integer`,
  43: (at) => `ECDSA builtin: Expected message hash at address ${shown(at)} to be an integer`,
  44: (at) =>
    `Signature hint is missing for ECDSA builtin at address ${shown(at)}.\n    Add it using 'ecdsa_builtin.add_signature'.`,
  45: (at, r, s, memory) => {
    const key = readFelt(memory, at as Pointer);
    const message = readFelt(memory, ((at as Pointer) + 1) as Pointer);
    return `Signature (${r}, ${s}), is invalid, with respect to the public key ${key}, \n    and the message hash ${message}.`;
  },
  46: (felt) => `Conversion to u32 failed for Felt252 ${felt}`,
  47: (felt) => `Number is not a packing of a QM31 in reduced form: ${felt})`,
  48: (a, b) => `Operation failed: ${shown(a)} - ${shown(b)}, can't add a relocatable value as a QM31 element`,
  49: (a, b) =>
    `Operation failed: ${shown(a)} - ${shown(b)}, can't subtract a relocatable value or from a relocatable value as a QM31 element`,
  50: () => 'Attempted to divide by zero',
  51: (kind, expected, held) =>
    `Inconsistent auto-deduction for ${builtinOf(kind)}, expected ${shown(expected)}, got Some(${debugCell(held)})`,
  52: () => OUT_OF_MEMORY,
  53: (kind) => `Missing memory cells for ${builtinOf(kind)}`,
  55: () => SEGMENT_FULL,
};

// The kernel says only that the instance at an address failed; the builtin's plain rules say how.
function ecOpText(memory: CellMemory, instance: Pointer): string {
  try {
    BUILTINS.ec_op.deduce?.(memory, (instance + 5) as Pointer);
  } catch (error) {
    if (error instanceof VmError) return error.message;
    throw error;
  }
  throw new Error(`The kernel refused the EC operation at ${shown(instance)}, which its definition accepts.`);
}

/** The network's text for a failure of the kernel. */
export function errorText(code: number, a: Cell, b: Cell, c: Cell, memory: CellMemory): string {
  const text = TEXTS[code];
  if (text === undefined) throw new Error(`The kernel failed with the code ${code}, which has no text.`);
  return text(a, b, c, memory);
}
