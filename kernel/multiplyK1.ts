// Multiples of points of secp256k1. On this curve (x, y) -> (beta x, y) multiplies a point by lambda, where beta and lambda are cube roots
// of 1. A scalar is split into k1 + k2 lambda, so both halves share 128 doublings instead of 256.
import { BETA } from './endomorphismK1.generated';
import { mul } from './fieldK1.generated';
import { addOddMultiple, ENTRY, fillOddMultiples, TABLE } from './oddMultiplesK1.generated';
import { doubleJacobian, leaveJacobian, loadAffine, setInfinity, storePoint } from './pointsK1.generated';
import { signedDigits } from './signedDigits';
import { firstHalf, firstIsNegative, HALF, secondHalf, secondIsNegative, splitScalar } from './splitScalarK1';

const table: usize = memory.data(8 * 200, 8);
const lambdaTable: usize = memory.data(8 * 200, 8);
const firstDigits: usize = memory.data(264, 8);
const secondDigits: usize = memory.data(264, 8);
const jacobian: usize = memory.data(160, 8);
const affine: usize = memory.data(80, 8);

function digitAt(digits: usize, at: i32, isNegative: bool): i32 {
  const digit = <i32>load<i8>(digits + at);
  return isNegative ? -digit : digit;
}

/** out = scalar * point. Coordinates and the scalar are four words each; infinity is (0, 0). */
export function multiplyWords(out: usize, words: usize, scalar: usize): void {
  splitScalar(scalar);
  const count = max(signedDigits(firstDigits, firstHalf, HALF), signedDigits(secondDigits, secondHalf, HALF));
  loadAffine(affine, words);
  fillOddMultiples(table, affine);
  memory.copy(lambdaTable, table, TABLE);
  for (let at = lambdaTable; at < lambdaTable + TABLE; at += ENTRY) mul(at, at, BETA);
  setInfinity(jacobian);
  for (let i = count - 1; i >= 0; i--) {
    if (i < count - 1) doubleJacobian(jacobian);
    addOddMultiple(jacobian, table, digitAt(firstDigits, i, firstIsNegative));
    addOddMultiple(jacobian, lambdaTable, digitAt(secondDigits, i, secondIsNegative));
  }
  leaveJacobian(jacobian);
  storePoint(out, jacobian);
}
