// ECDSA over the Stark curve (src/felt/plain/ecdsa.ts is the definition).
import { isZero } from './field';
import * as M from './fieldStark.generated';
import { multiplyGenerator } from './generatorPoint';
import { multiply } from './multiply';
import { addPoint, hasX, isInfinity, negate } from './points';
import { divideBy, quotient } from './quotient';
import { squareRoot } from './squareRoot';
import { curveRight } from './starkCurve';

const affine: usize = memory.data(80, 8);
const left: usize = memory.data(160, 8);
const right: usize = memory.data(160, 8);
const result: usize = memory.data(160, 8);
const scalar: usize = memory.data(32, 8);

function isSignedPart(a: usize): bool {
  return load<u64>(a, 24) < 0x800000000000000;
}

/** Whether a point that may be infinity has this x. */
function isAt(point: usize, x: usize): bool {
  return !isInfinity(point) && hasX(point, x);
}

/** Whether (r, s) is a signature of the hash by the public key with this x. */
export function ecdsaVerify(publicKey: usize, hash: usize, r: usize, s: usize): bool {
  if (!isSignedPart(hash) || !isSignedPart(r) || !isSignedPart(s) || isZero(r) || isZero(s)) return false;
  M.toMontgomery(affine, publicKey);
  curveRight(affine + 40, affine);
  if (!squareRoot(affine + 40, affine + 40)) return false;
  if (!divideBy(scalar, s) || !isSignedPart(scalar)) return false;
  quotient(scalar, hash);
  multiplyGenerator(left, scalar);
  quotient(scalar, r);
  multiply(right, affine, scalar);
  M.toMontgomery(affine, r);
  memory.copy(result, left, 160);
  addPoint(result, right);
  if (isAt(result, affine)) return true;
  negate(right);
  addPoint(left, right);
  return isAt(left, affine);
}
