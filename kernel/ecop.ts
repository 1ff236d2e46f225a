// The EC builtin: R = P + m * Q, with one step for each bit of m, the lowest first. In each step, the partial sum and the doubled Q
// must have different x. If P is the start point of Sierra code, no step fails, so P + m * Q may be computed in any way
// (src/felt/plain/ecOp.ts is the definition).
import { expectedSum, learnKey } from './expectedSignature';
import { neg } from './fieldStark.generated';
import { multiplyGenerator } from './generatorPoint';
import { multiply } from './multiply';
import {
  addAffineUnchecked,
  addDifferent,
  addPoint,
  doubleJacobian,
  fromAffine,
  hasX,
  isInfinity,
  leaveJacobian,
  loadAffine,
  negate,
  sameX,
  storePoint,
} from './points';
import { multiplyFromTable, powerIn, sameWords, tableOf } from './pointTables';
import { reduceScalar } from './quotient';
import { onCurve } from './starkCurve';
import { GENERATOR, START } from './starkPoints.generated';

/** The results of ecOp. */
export const EC_OK: i32 = 0;
const EC_FIRST_OFF_CURVE: i32 = 1;
const EC_SECOND_OFF_CURVE: i32 = 2;
export const EC_SAME_X: i32 = 3;

const first: usize = memory.data(80, 8);
const second: usize = memory.data(80, 8);
const sum: usize = memory.data(160, 8);
const doubled: usize = memory.data(160, 8);
const summand: usize = memory.data(160, 8);
const minusY: usize = memory.data(40, 8);
const scalar: usize = memory.data(32, 8);
const failure: usize = memory.data(128, 8);

function bitOf(m: usize, i: i32): i32 {
  return <i32>((load<u64>(m + ((<usize>(i >> 6)) << 3)) >> <u64>(i & 63)) & 1);
}

function bitLength(m: usize): i32 {
  for (let word: i32 = 3; word >= 0; word--) {
    const value = load<u64>(m + ((<usize>word) << 3));
    if (value != 0) return 64 * word + 64 - <i32>clz<u64>(value);
  }
  return 0;
}

/** Converts the doubled point, which is in Jacobian coordinates, to a summand. */
function takeSummand(): void {
  memory.copy(summand, doubled, 160);
  leaveJacobian(summand);
}

/** Computes the sum bit by bit, as the builtin does. On failure, the two points with the same x are in `failure`. */
function addBitByBit(bits: i32, m: usize): bool {
  fromAffine(sum, first);
  fromAffine(doubled, second);
  for (let i: i32 = 0; i < bits; i++) {
    if (sameX(sum, doubled)) {
      storePoint(failure, sum);
      leaveJacobian(doubled);
      storePoint(failure + 64, doubled);
      return false;
    }
    if (bitOf(m, i)) {
      takeSummand();
      addDifferent(sum, summand);
    }
    doubleJacobian(doubled);
  }
  return true;
}

/**
 * Computes the sum with signed digits (-1, 0, 1), a third of which are not 0. If `lacks` is 1, the sum before bit i is too small by
 * the doubled point. The builtin's condition is: sum + lacks * doubled is not +-doubled. If `lacks` is 0, the two must have different
 * x; if it is 1, the sum must not be minus twice the doubled point. Returns false if this condition or one of its own additions might
 * fail; then `addBitByBit` decides.
 */
function addSignedDigits(bits: i32, m: usize): bool {
  fromAffine(sum, first);
  fromAffine(doubled, second);
  let lacks: i32 = 0;
  for (let i: i32 = 0; i < bits; i++) {
    const total = bitOf(m, i) + lacks;
    const odd = total & 1;
    if (odd) takeSummand();
    if (!lacks && !odd && sameX(sum, doubled)) return false;
    doubleJacobian(doubled);
    if (lacks && sameX(sum, doubled)) return false;
    lacks = total >> 1;
    if (odd) {
      if (i + 1 < bits && bitOf(m, i + 1)) {
        lacks = 1;
        negate(summand);
      }
      if (!addDifferent(sum, summand)) return false;
    }
  }
  if (!lacks) return true;
  takeSummand();
  return addDifferent(sum, summand);
}

/** Like `addSignedDigits`, with the doubled points from a table, which takes a third of the time. */
function addFromTable(bits: i32, m: usize, table: usize): bool {
  fromAffine(sum, first);
  let lacks: i32 = 0;
  for (let i: i32 = 0; i < bits; i++) {
    const total = bitOf(m, i) + lacks;
    const odd = total & 1;
    const power = powerIn(table, i);
    if (lacks && hasX(sum, powerIn(table, i + 1))) return false;
    if ((!lacks || odd) && hasX(sum, power)) return false;
    lacks = total >> 1;
    if (!odd) continue;
    let y = power + 40;
    if (i + 1 < bits && bitOf(m, i + 1)) {
      lacks = 1;
      neg(minusY, y);
      y = minusY;
    }
    addAffineUnchecked(sum, power, y);
  }
  if (!lacks) return true;
  const power = powerIn(table, bits);
  if (hasX(sum, power)) return false;
  addAffineUnchecked(sum, power, power + 40);
  return true;
}

/** Computes start point + m * Q. Returns false if the sum is infinity; then `addBitByBit` decides. */
function addToStartPoint(q: usize, m: usize): bool {
  learnKey(q, m);
  reduceScalar(scalar, m);
  if (sameWords(q, GENERATOR)) multiplyGenerator(sum, scalar);
  else {
    const table = tableOf(q, second);
    if (table) multiplyFromTable(sum, table, scalar);
    else multiply(sum, second, scalar);
  }
  fromAffine(summand, first);
  addPoint(sum, summand);
  return !isInfinity(sum);
}

/** out = p + m * q (x and y, four words each). Returns one of the codes above; `out` is written only for EC_OK. */
export function ecOp(out: usize, p: usize, q: usize, m: usize): i32 {
  const isFromStart = sameWords(p, START);
  if (isFromStart && expectedSum(out, q, m)) return EC_OK;
  loadAffine(first, p);
  loadAffine(second, q);
  if (!onCurve(first)) return EC_FIRST_OFF_CURVE;
  if (!onCurve(second)) return EC_SECOND_OFF_CURVE;
  const bits = bitLength(m);
  let done: bool;
  if (isFromStart) done = addToStartPoint(q, m);
  else {
    const table = tableOf(q, second);
    done = table ? addFromTable(bits, m, table) : addSignedDigits(bits, m);
  }
  if (!done && !addBitByBit(bits, m)) return EC_SAME_X;
  storePoint(out, sum);
  return EC_OK;
}

/** After EC_SAME_X: the address of the partial sum and the doubled point, x and y each. */
export function ecOpFailure(): usize {
  return failure;
}
