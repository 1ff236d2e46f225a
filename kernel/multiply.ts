// Multiples of any point. kernel/codegen/main.mjs copies this file for secp256r1; secp256k1 has kernel/multiplyK1.ts.
import { addOddMultiple, fillOddMultiples } from './oddMultiples';
import { doubleJacobian, leaveJacobian, loadAffine, setInfinity, storePoint } from './points';
import { signedDigits } from './signedDigits';

const table: usize = memory.data(8 * 200, 8);
const digits: usize = memory.data(264, 8);
const jacobian: usize = memory.data(160, 8);
const affine: usize = memory.data(80, 8);
const result: usize = memory.data(160, 8);

/** out = scalar * an affine point, as X, Y, ZZ, ZZZ; the scalar is four words. */
export function multiply(out: usize, point: usize, scalar: usize): void {
  fillOddMultiples(table, point);
  const count = signedDigits(digits, scalar, 32);
  setInfinity(jacobian);
  for (let i = count - 1; i >= 0; i--) {
    if (i < count - 1) doubleJacobian(jacobian);
    addOddMultiple(jacobian, table, <i32>load<i8>(digits + i));
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
