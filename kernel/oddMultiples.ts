// The odd multiples of a point, and sums of them. kernel/codegen/main.mjs copies this file for the other curves.
import { copy } from './fieldStark.generated';
import { addToJacobian, doubleJacobian, fromAffine, isInfinity, leaveJacobian, negate } from './points';

/** A multiple: X, Y, ZZ, ZZZ and Z. */
export const ENTRY: usize = 200;
/** The size of a table of the multiples 1, 3, … 15. */
export const TABLE: usize = 8 * 200;
const twice: usize = memory.data(200, 8);
const negative: usize = memory.data(200, 8);
const multiple: usize = memory.data(160, 8);

/** Stores the Jacobian point `multiple` as a table entry. */
function storeEntry(entry: usize): void {
  memory.copy(entry, multiple, 160);
  copy(entry + 160, multiple + 120);
  leaveJacobian(entry);
}

/** Fills the table of an affine point, whose order must be above 16. */
export function fillOddMultiples(table: usize, point: usize): void {
  fromAffine(multiple, point);
  storeEntry(table);
  doubleJacobian(multiple);
  storeEntry(twice);
  fromAffine(multiple, point);
  for (let entry = table + ENTRY; entry < table + TABLE; entry += ENTRY) {
    addToJacobian(multiple, twice);
    storeEntry(entry);
  }
}

/** jacobian += entry, for any two points. */
function addEntry(jacobian: usize, entry: usize): void {
  if (isInfinity(jacobian)) {
    memory.copy(jacobian, entry, 120);
    copy(jacobian + 120, entry + 160);
  } else addToJacobian(jacobian, entry);
}

/** jacobian += digit * the table's point, for a digit that is zero or odd, from -15 to 15. */
export function addOddMultiple(jacobian: usize, table: usize, digit: i32): void {
  if (digit > 0) addEntry(jacobian, table + <usize>(digit >> 1) * ENTRY);
  else if (digit < 0) {
    memory.copy(negative, table + <usize>(-digit >> 1) * ENTRY, ENTRY);
    negate(negative);
    addEntry(jacobian, negative);
  }
}
