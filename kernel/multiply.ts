// Multiples of any point, by signed windows of four bits. kernel/codegen/main.mjs copies this file for the other curves.
import { copy, ONE } from './fieldStark.generated';
import {
  addPoint,
  addToJacobian,
  doubleJacobian,
  fromAffine,
  isInfinity,
  leaveJacobian,
  loadAffine,
  negate,
  setInfinity,
  storePoint,
} from './points';

/** The point's multiples 1 to 8: X, Y, ZZ, ZZZ and Z. */
const ENTRY: usize = 200;
const table: usize = memory.data(8 * 200, 8);
const digits: usize = memory.data(65, 8);
const negative: usize = memory.data(200, 8);
const jacobian: usize = memory.data(160, 8);
const affine: usize = memory.data(80, 8);
const result: usize = memory.data(160, 8);

/** Writes a scalar as 65 digits from -7 to 8 to the base 16, the lowest first. */
function recode(scalar: usize): void {
  let carried: i32 = 0;
  for (let i: usize = 0; i < 64; i++) {
    let digit = ((<i32>load<u8>(scalar + (i >> 1)) >> ((<i32>i & 1) << 2)) & 15) + carried;
    carried = digit > 8 ? 1 : 0;
    digit -= carried << 4;
    store<i8>(digits + i, <i8>digit);
  }
  store<i8>(digits, <i8>carried, 64);
}

/** Stores the Jacobian point as a table entry. */
function storeEntry(entry: usize): void {
  memory.copy(entry, jacobian, 160);
  copy(entry + 160, jacobian + 120);
  leaveJacobian(entry);
}

function fillTable(point: usize): void {
  fromAffine(jacobian, point);
  storeEntry(table);
  doubleJacobian(jacobian);
  storeEntry(table + ENTRY);
  for (let i: usize = 2; i < 8; i++) {
    addToJacobian(jacobian, table);
    storeEntry(table + i * ENTRY);
  }
}

/** jacobian += entry, for any two points. */
function addEntry(entry: usize): void {
  if (isInfinity(jacobian)) {
    memory.copy(jacobian, entry, 120);
    copy(jacobian + 120, entry + 160);
  } else if (!addToJacobian(jacobian, entry)) {
    // Equal or opposite points: this is so rare that the conversion to other coordinates and back does not matter.
    memory.copy(result, jacobian, 160);
    leaveJacobian(result);
    addPoint(result, entry);
    if (isInfinity(result)) setInfinity(jacobian);
    else doubleJacobian(jacobian);
  }
}

/** out = scalar * an affine point, as X, Y, ZZ, ZZZ; the scalar is four words. */
export function multiply(out: usize, point: usize, scalar: usize): void {
  fillTable(point);
  recode(scalar);
  setInfinity(jacobian);
  let started = false;
  for (let i = 64; i >= 0; i--) {
    if (started) for (let j = 0; j < 4; j++) doubleJacobian(jacobian);
    const digit = <i32>load<i8>(digits + i);
    if (digit == 0) continue;
    started = true;
    const entry = table + <usize>((digit > 0 ? digit : -digit) - 1) * ENTRY;
    if (digit > 0) addEntry(entry);
    else {
      memory.copy(negative, entry, 200);
      negate(negative);
      addEntry(negative);
    }
  }
  memory.copy(out, jacobian, 160);
  leaveJacobian(out);
}

/** The same on coordinates as four words each; infinity is (0, 0). */
export function multiplyWords(out: usize, words: usize, scalar: usize): void {
  loadAffine(affine, words);
  multiply(result, affine, scalar);
  storePoint(out, result);
}
