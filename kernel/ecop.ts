// The EC builtin: R = P + m * Q, one step for each bit of m from the lowest, each of which needs the sum so far and the doubled Q to
// differ in x. From the start point, which Sierra code begins with, it is P + m * Q in any way (src/felt/plain/ecOp.ts is the definition).
import { expectedSum, noteSum } from './expectedSignature';
import { neg } from './fieldStark.generated';
import { multiplyGenerator } from './generator';
import { multiplyKnown, powerIn, sameWords, tableOf } from './knownPoints';
import { multiply } from './multiply';
import {
  addAffineUnchecked,
  addDifferent,
  addPoint,
  doubleJacobian,
  enterAffine,
  exitPoint,
  fromAffine,
  hasX,
  isInfinity,
  leaveJacobian,
  negate,
  sameX,
} from './points';
import { reduceScalar } from './quotient';
import { onCurve } from './starkCurve';
import { GENERATOR, START } from './starkPoints.generated';

/** What ecOp answers. */
export const EC_OK: i32 = 0;
export const EC_FIRST_OFF_CURVE: i32 = 1;
export const EC_SECOND_OFF_CURVE: i32 = 2;
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

/** The doubled point, which is kept Jacobian, as a summand. */
function takeSummand(): void {
  memory.copy(summand, doubled, 160);
  leaveJacobian(summand);
}

/** Bit by bit; on failure the two points that met are in `failure`. */
function exactly(bits: i32, m: usize): bool {
  fromAffine(sum, first);
  fromAffine(doubled, second);
  for (let i: i32 = 0; i < bits; i++) {
    if (sameX(sum, doubled)) {
      exitPoint(failure, sum);
      leaveJacobian(doubled);
      exitPoint(failure + 64, doubled);
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
 * With digits -1, 0, 1, of which a third is not 0. Before bit i the sum lacks the doubled point when `lacks`, so the builtin's condition,
 * sum + lacks * doubled is not +-doubled, is: not lacking, the two differ in x; lacking, the sum is not minus twice the doubled point.
 * Gives up (false) wherever that or its own additions might fail; then `exactly` decides.
 */
function quickly(bits: i32, m: usize): bool {
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

/** As `quickly`, with the doubled points from a table; a third of the work. */
function fromTable(bits: i32, m: usize, table: usize): bool {
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

/** From the start point. Gives up (false) where the sum is no point; then `exactly` decides. */
function freely(q: usize, m: usize): bool {
  noteSum(q, m);
  reduceScalar(scalar, m);
  if (sameWords(q, GENERATOR)) multiplyGenerator(sum, scalar);
  else {
    const table = tableOf(q, second);
    if (table) multiplyKnown(sum, table, scalar);
    else multiply(sum, second, scalar);
  }
  fromAffine(summand, first);
  addPoint(sum, summand);
  return !isInfinity(sum);
}

/** out = p + m * q (x and y, four words each); answers one of the codes above and leaves out alone unless it is 0. */
export function ecOp(out: usize, p: usize, q: usize, m: usize): i32 {
  const free = sameWords(p, START);
  if (free && expectedSum(out, q, m)) return EC_OK;
  enterAffine(first, p);
  enterAffine(second, q);
  if (!onCurve(first)) return EC_FIRST_OFF_CURVE;
  if (!onCurve(second)) return EC_SECOND_OFF_CURVE;
  const bits = bitLength(m);
  let done: bool;
  if (free) done = freely(q, m);
  else {
    const table = tableOf(q, second);
    done = table ? fromTable(bits, m, table) : quickly(bits, m);
  }
  if (!done && !exactly(bits, m)) return EC_SAME_X;
  exitPoint(out, sum);
  return EC_OK;
}

/** After EC_SAME_X: where the sum so far and the doubled point stand, x and y each. */
export function ecOpFailure(): usize {
  return failure;
}
