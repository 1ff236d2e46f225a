// ECDSA over the Stark curve (src/felt/plain/ecdsa.ts is the definition), and multiples of its generator.
import { curveRight } from './ecop';
import { isZero } from './field';
import * as O from './fieldOrder.generated';
import * as M from './fieldStark.generated';
import { addMultiple, fillWindows, spreadBase, windowCount } from './fixedBase';
import { invertModulo } from './inverse';
import { multiply } from './multiply';
import { addPoint, enterAffine, exitPoint, isInfinity, negate, setInfinity } from './points';
import { squareRoot } from './squareRoot';
import { GENERATOR } from './starkPoints.generated';

/** A scalar below the order has 252 bits. */
const SCALAR_BITS: i32 = 252;
const WINDOW_BITS: i32 = 5;
const table: usize = memory.data(51 * 16 * 80, 8);
let ready: bool = false;

const affine: usize = memory.data(80, 8);
const left: usize = memory.data(160, 8);
const right: usize = memory.data(160, 8);
const result: usize = memory.data(160, 8);
const scalar: usize = memory.data(32, 8);
const w: usize = memory.data(40, 8);
const e: usize = memory.data(80, 8);

function prepare(): void {
  ready = true;
  enterAffine(table, GENERATOR);
  const windows = windowCount(WINDOW_BITS, SCALAR_BITS);
  spreadBase(table, WINDOW_BITS, windows);
  fillWindows(table, WINDOW_BITS, windows);
}

/** out = number * generator for a number below the order. */
function multiplyGenerator(out: usize, number: usize): void {
  if (!ready) prepare();
  setInfinity(out);
  addMultiple(out, table, WINDOW_BITS, number, SCALAR_BITS);
}

/** Puts scalar * generator into out (x and y, four words each) for a scalar below the order; infinity is (0, 0). */
export function starkMultiplyGenerator(out: usize, number: usize): void {
  multiplyGenerator(result, number);
  exitPoint(out, result);
}

/** out = a * w modulo the order, where w is in Montgomery form. */
function timesW(out: usize, a: usize): void {
  O.enter(e, a);
  O.mul(e, e, w);
  O.exit(out, e);
}

function isSignedPart(a: usize): bool {
  return load<u64>(a, 24) < 0x800000000000000;
}

/** Whether a finite point has this x, an element. */
function hasX(point: usize, x: usize): bool {
  if (isInfinity(point)) return false;
  M.mul(e, x, point + 80);
  M.sub(e, e, point);
  return M.isZero(e);
}

/** Whether (r, s) signs the hash for the public key with this x. */
export function ecdsaVerify(publicKey: usize, hash: usize, r: usize, s: usize): bool {
  if (!isSignedPart(hash) || !isSignedPart(r) || !isSignedPart(s) || isZero(r) || isZero(s)) return false;
  M.enter(affine, publicKey);
  curveRight(affine + 40, affine);
  if (!squareRoot(affine + 40, affine + 40)) return false;
  invertModulo(scalar, s, O.MODULUS, O.INVERSE_30);
  if (!isSignedPart(scalar)) return false;
  O.enter(w, scalar);
  timesW(scalar, hash);
  multiplyGenerator(left, scalar);
  timesW(scalar, r);
  multiply(right, affine, scalar);
  M.enter(affine, r);
  memory.copy(result, left, 160);
  addPoint(result, right);
  if (hasX(result, affine)) return true;
  negate(right);
  addPoint(left, right);
  return hasX(left, affine);
}
