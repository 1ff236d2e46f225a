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

/** An input of a hint: [r + o], [[r + o] + k], a number, or the sum or product of [r + o] and another cell or number. */
export type Operand =
  | { readonly kind: 'deref'; readonly cell: CellRef }
  | { readonly kind: 'doubleDeref'; readonly cell: CellRef; readonly inner: number }
  | { readonly kind: 'immediate'; readonly value: Felt }
  | { readonly kind: 'add' | 'mul'; readonly cell: CellRef; readonly other: CellRef | Felt };

/** The address of a cell. */
export const addressOf = (host: HintHost, { fp, offset }: CellRef): Pointer =>
  shiftPointer(fp ? host.fp : host.ap, offset);

/** The network reports a failed read as an error of the machine, and a failed write as an error of the hint. */
function asOperandError<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof VmError) throw new OperandError(error.message);
    throw error;
  }
}

const feltAt = (host: HintHost, cell: CellRef): Felt => readFelt(host, addressOf(host, cell));

/** The felt of the second part of an operand. */
const otherFelt = (host: HintHost, other: CellRef | Felt): Felt =>
  typeof other === 'bigint' ? other : feltAt(host, other);

/** The felt value of an operand. */
export function feltOfOperand(host: HintHost, operand: Operand): Felt {
  return asOperandError(() => {
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

/** The value of an operand, a felt or a pointer. */
export function cellOfOperand(host: HintHost, operand: Operand): Cell {
  return asOperandError(() => {
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

/** The pointer in an operand for a buffer, which is a cell or a cell plus a number. `more` is added to it. */
export function bufferOfOperand(host: HintHost, operand: Operand, more = 0n): Pointer {
  return asOperandError(() => {
    if (operand.kind === 'deref') return movePointer(readPointer(host, addressOf(host, operand.cell)), reduce(more));
    if (operand.kind === 'add' && typeof operand.other === 'bigint')
      return movePointer(readPointer(host, addressOf(host, operand.cell)), reduce(operand.other + more));
    throw new VmError('Illegal argument for a buffer.');
  });
}
