import { type Felt, reduce } from '../felt/felt.ts';
import { addFelts, mulFelts, subFelts } from '../felt/field.ts';
import type { Cell } from './machine.ts';
import { formatPointer, offsetOf, type Pointer, pointer, segmentOf } from './pointer.ts';
import { VmError } from './vmError.ts';

/** The memory of a machine, as hints, builtins and entry points use it. */
export interface CellMemory {
  get(address: Pointer): Cell | undefined;
  /** Writes a cell. Throws a VmError if it already has another value, or the value violates a rule of its builtin. */
  set(address: Pointer, value: Cell): void;
  addSegment(): number;
  /** The offset after the last written cell of a segment. */
  segmentSize(segment: number): number;
}

/** The largest offset of a pointer plus one. */
const OFFSETS = 2 ** 32;

export const isPointer = (cell: Cell): cell is Pointer => typeof cell === 'number';
export const isFelt = (cell: Cell): cell is Felt => typeof cell === 'bigint';

/** A cell for error messages. */
export const formatCell = (cell: Cell): string => (isPointer(cell) ? formatPointer(cell) : cell.toString());

/** A pointer in the network's debug format. */
export const debugPointer = (address: Pointer): string =>
  `Relocatable { segment_index: ${segmentOf(address)}, offset: ${offsetOf(address)} }`;

/** A cell in the network's debug format. */
export const debugCell = (cell: Cell): string =>
  isPointer(cell) ? `RelocatableValue(${debugPointer(cell)})` : `Int(${cell})`;

/** pointer + felt; a felt near the prime is a negative distance. */
export function movePointer(address: Pointer, by: Felt): Pointer {
  const offset = reduce(BigInt(offsetOf(address)) + by);
  if (offset >= OFFSETS)
    throw new VmError(`Operation failed: ${formatPointer(address)} + ${by}, maximum offset value exceeded`);
  return pointer(segmentOf(address), Number(offset));
}

/** pointer + number, which may be negative. */
export function shiftPointer(address: Pointer, by: number): Pointer {
  const offset = offsetOf(address) + by;
  if (offset < 0) throw new VmError(`Operation failed: ${formatPointer(address)} - ${-by}, offsets cant be negative`);
  if (offset >= OFFSETS)
    throw new VmError(`Operation failed: ${formatPointer(address)} + ${by}, maximum offset value exceeded`);
  return (address + by) as Pointer;
}

/** a + b as the machine adds cells. */
export function addCells(a: Cell, b: Cell): Cell {
  if (isFelt(a)) return isFelt(b) ? addFelts(a, b) : movePointer(b, a);
  if (isFelt(b)) return movePointer(a, b);
  throw new VmError(`Operation failed: ${formatPointer(a)} + ${formatPointer(b)}, can't add two relocatable values`);
}

/** a - b as the machine subtracts cells. */
export function subCells(a: Cell, b: Cell): Cell {
  if (isFelt(a)) {
    if (isFelt(b)) return subFelts(a, b);
    throw new VmError(
      `Operation failed ${a} - ${formatPointer(b)}, can't subtract a relocatable value from an integer`,
    );
  }
  if (isPointer(b)) {
    if (segmentOf(a) === segmentOf(b)) return reduce(BigInt(a - b));
    throw new VmError(
      `Operation failed: ${formatPointer(a)} - ${formatPointer(b)}, can't subtract two relocatable values with different segment indexes`,
    );
  }
  const offset = reduce(BigInt(offsetOf(a)) - b);
  if (offset >= OFFSETS) throw new VmError(`Operation failed: ${formatPointer(a)} - ${b}, offsets cant be negative`);
  return pointer(segmentOf(a), Number(offset));
}

/** a * b as the machine multiplies cells. */
export function mulCells(a: Cell, b: Cell): Felt {
  if (isFelt(a) && isFelt(b)) return mulFelts(a, b);
  throw new VmError(
    `Failed to compute Res.MUL: Could not complete computation of non pure values ${formatCell(a)} * ${formatCell(b)}`,
  );
}

/** The felt in a cell. Throws an error that names the address if there is none. */
export function readFelt(memory: CellMemory, address: Pointer): Felt {
  const cell = memory.get(address);
  if (cell === undefined) throw new VmError(`Unknown memory cell at address ${formatPointer(address)}`);
  if (isFelt(cell)) return cell;
  throw new VmError(`Expected integer at address ${formatPointer(address)}`);
}

/** The pointer in a cell. Throws an error that names the address if there is none. */
export function readPointer(memory: CellMemory, address: Pointer): Pointer {
  const cell = memory.get(address);
  if (cell === undefined) throw new VmError(`Unknown memory cell at address ${formatPointer(address)}`);
  if (isPointer(cell)) return cell;
  throw new VmError(`Expected relocatable at address ${formatPointer(address)}`);
}

/** A felt as a count. The network accepts up to 64 bits; here no size can be above 2^53. */
export function sizeOf(felt: Felt): number {
  if (felt >= 1n << 64n) throw new VmError(`Conversion to usize failed for Felt252 ${felt}`);
  return Number(felt);
}
