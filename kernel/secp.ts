// Multiples of points of secp256k1 and secp256r1: coordinates and scalars are four 64-bit words, infinity is (0, 0).
import * as K1 from './pointsK1.generated';
import * as R1 from './pointsR1.generated';

const affine: usize = memory.data(80, 8);
const point: usize = memory.data(160, 8);
const result: usize = memory.data(160, 8);

/** out = scalar * a point of secp256k1. */
export function secp256k1Multiply(out: usize, words: usize, scalar: usize): void {
  K1.enterAffine(affine, words);
  K1.fromAffine(point, affine);
  K1.multiply(result, point, scalar);
  K1.exitPoint(out, result);
}

/** out = scalar * a point of secp256r1. */
export function secp256r1Multiply(out: usize, words: usize, scalar: usize): void {
  R1.enterAffine(affine, words);
  R1.fromAffine(point, affine);
  R1.multiply(result, point, scalar);
  R1.exitPoint(out, result);
}
