// The operands of hints in the format of hints.ts: their values, and the cells that a hint writes to.
import { add, HOST, isFelt, isPointer, mul, offsetOf, pointerCell, same, segmentOf, VALUE } from './cells';
import { ADD, DEREF, DOUBLE_DEREF, IMMEDIATE } from './operandForms.generated';
import { getCell, insert } from './segments';
import { ap, execBase, execBytes, fp } from './state';

function cellOf(useFp: bool, offset: i32): u64 {
  const at = (useFp ? fp : ap) + ((<u32>offset) << 3);
  return at - execBase < execBytes ? load<u64>(at) & VALUE : 0;
}

/** The value of an operand; 0 if it has none. */
export function value(operand: u32): u64 {
  const form = load<u8>(operand, 1);
  if (form == IMMEDIATE) return load<u64>(operand, 8);
  const registers = load<u8>(operand, 2);
  const left = cellOf((registers & 1) != 0, load<i16>(operand, 4));
  if (form == DEREF || left == 0) return left;
  const offset = load<i16>(operand, 6);
  if (form == DOUBLE_DEREF) {
    if (!isPointer(left)) return 0;
    const moved = <i64>offsetOf(left) + <i64>offset;
    if (moved < 0 || moved > 0xffffffff) return 0;
    return getCell(segmentOf(left), <u32>moved);
  }
  const right = load<u8>(operand, 3) != 0 ? load<u64>(operand, 8) : cellOf((registers & 2) != 0, offset);
  if (!isFelt(right)) return 0;
  return form == ADD ? add(left, right) : mul(left, right);
}

/** The address that a hint writes to; 0 if its offset would be negative. */
export function target(operand: u32): u64 {
  const useFp = (load<u8>(operand, 2) & 1) != 0;
  const offset = (<i64>((useFp ? fp : ap) - execBase) >> 3) + <i64>load<i16>(operand, 4);
  return offset < 0 ? 0 : pointerCell(1, <u32>offset);
}

/** The memory of a cell of the stack, where most results of hints are written; 0 for others. */
function stackCell(address: u64): u32 {
  const offset = offsetOf(address);
  return segmentOf(address) == 1 && offset < execBytes >> 3 ? execBase + (offset << 3) : 0;
}

/** The value of a cell that a hint writes to; 0 if it is unknown. */
function known(address: u64): u64 {
  const at = stackCell(address);
  return at != 0 ? load<u64>(at) & VALUE : getCell(segmentOf(address), offsetOf(address));
}

/** Whether a cell is unknown, so that the hint may write to it. Otherwise the driver's hint decides. */
export function free(address: u64): bool {
  return address != 0 && known(address) == 0;
}

export function write(address: u64, cell: u64): bool {
  const at = stackCell(address);
  if (at == 0 || load<u64>(at) != 0) return insert(segmentOf(address), offsetOf(address), cell, HOST, false) == 0;
  store<u64>(at, cell | HOST);
  return true;
}

/** Whether a cell is unknown or has this value already. */
function agrees(address: u64, cell: u64): bool {
  if (address == 0) return false;
  const held = known(address);
  return held == 0 || same(held, cell);
}

/** Writes both cells, or none if one of them has another value. */
export function writeTwo(first: u64, firstCell: u64, second: u64, secondCell: u64): bool {
  return agrees(first, firstCell) && agrees(second, secondCell) && write(first, firstCell) && write(second, secondCell);
}

/** The address in an operand, which is a cell or a cell plus a constant; 0 if there is none. */
export function pointerValue(operand: u32): u64 {
  const form = load<u8>(operand, 1);
  if (form != DEREF && (form != ADD || load<u8>(operand, 3) == 0)) return 0;
  const cell = value(operand);
  return isPointer(cell) ? cell : 0;
}
