import { type Felt, reduce } from '../../felt/felt.ts';
import { addFelts, mulFelts } from '../../felt/field.ts';
import { isFelt, isPointer, movePointer, readFelt, readPointer, shiftPointer } from '../cells.ts';
import type { Cell } from '../machine.ts';
import { formatPointer, type Pointer } from '../pointer.ts';
import { OperandError, VmError } from '../vmError.ts';
import type { HintHost } from './hintHost.ts';

/** A cell by register and offset. */
export interface CellRef {
  readonly fp: boolean;
  readonly offset: number;
}

/** What a hint reads: [r + o], [[r + o] + k], a number, or [r + o] with another cell or number added or multiplied. */
export type Operand =
  | { readonly kind: 'deref'; readonly cell: CellRef }
  | { readonly kind: 'doubleDeref'; readonly cell: CellRef; readonly inner: number }
  | { readonly kind: 'immediate'; readonly value: Felt }
  | { readonly kind: 'add' | 'mul'; readonly cell: CellRef; readonly other: CellRef | Felt };

/** The address of a cell. */
export const addressOf = (host: HintHost, { fp, offset }: CellRef): Pointer =>
  shiftPointer(fp ? host.fp : host.ap, offset);

/** The network shows a failed read as the machine's fault, and a failed write as the hint's. */
function reading<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof VmError) throw new OperandError(error.message);
    throw error;
  }
}

const feltAt = (host: HintHost, cell: CellRef): Felt => readFelt(host, addressOf(host, cell));

/** A cell or a number, as the second part of an operand. */
const otherFelt = (host: HintHost, other: CellRef | Felt): Felt =>
  typeof other === 'bigint' ? other : feltAt(host, other);

/** The felt an operand stands for. */
export function feltOfOperand(host: HintHost, operand: Operand): Felt {
  return reading(() => {
    switch (operand.kind) {
      case 'deref':
        return feltAt(host, operand.cell);
      case 'doubleDeref':
        return readFelt(host, innerAddress(host, operand.cell, operand.inner));
      case 'immediate':
        return operand.value;
      case 'add':
        return addFelts(feltAt(host, operand.cell), otherFelt(host, operand.other));
      case 'mul':
        return mulFelts(feltAt(host, operand.cell), otherFelt(host, operand.other));
    }
  });
}

const innerAddress = (host: HintHost, cell: CellRef, inner: number): Pointer =>
  movePointer(readPointer(host, addressOf(host, cell)), reduce(BigInt(inner)));

function knownCell(host: HintHost, address: Pointer): Cell {
  const cell = host.get(address);
  if (cell === undefined)
    throw new VmError(
      `Security Error: Invalid Memory Value: temporary address not relocated: ${formatPointer(address)}`,
    );
  return cell;
}

/** The felt or pointer an operand stands for. */
export function cellOfOperand(host: HintHost, operand: Operand): Cell {
  return reading(() => {
    switch (operand.kind) {
      case 'deref':
        return knownCell(host, addressOf(host, operand.cell));
      case 'doubleDeref':
        return knownCell(host, innerAddress(host, operand.cell, operand.inner));
      case 'immediate':
        return operand.value;
      case 'add': {
        const cell = knownCell(host, addressOf(host, operand.cell));
        const other = otherFelt(host, operand.other);
        return isPointer(cell) ? movePointer(cell, other) : addFelts(cell, other);
      }
      case 'mul': {
        const cell = knownCell(host, addressOf(host, operand.cell));
        if (!isFelt(cell)) throw new VmError('mul not implemented for relocatable values');
        return mulFelts(cell, otherFelt(host, operand.other));
      }
    }
  });
}

/** The pointer of an operand that names a buffer: a cell, or a cell plus a number; `more` moves it further. */
export function bufferOfOperand(host: HintHost, operand: Operand, more = 0n): Pointer {
  return reading(() => {
    if (operand.kind === 'deref') return movePointer(readPointer(host, addressOf(host, operand.cell)), reduce(more));
    if (operand.kind === 'add' && typeof operand.other === 'bigint')
      return movePointer(readPointer(host, addressOf(host, operand.cell)), reduce(operand.other + more));
    throw new VmError('Illegal argument for a buffer.');
  });
}
