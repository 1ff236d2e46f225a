// Points of secp256k1 and secp256r1, for syscalls and for signatures on L1, and of any other curve. (0, 0) stands for the point at infinity.
import { cryptoBackend } from './currentBackend.ts';
import { FeltError } from './felt.ts';
import * as plain from './plain/curve.ts';
import { type Curve, INFINITY, isInfinity, type Point } from './plain/curve.ts';
import { inverse, mod } from './plain/modular.ts';
import { signatureNonces } from './signatureNonces.ts';

export { type Curve, INFINITY, type Point } from './plain/curve.ts';
export { secp256k1, secp256r1 } from './plain/curves.ts';

function checkCoordinate(curve: Curve, value: bigint): bigint {
  if (value < 0n || value >= curve.p)
    throw new FeltError(`${value} is not a coordinate of ${curve.name}: it must be at least 0 and below ${curve.p}.`);
  return value;
}

/** Whether the point is on the curve, which includes infinity. Throws if a coordinate is out of range. */
export function isOnCurve(curve: Curve, point: Point): boolean {
  checkCoordinate(curve, point.x);
  checkCoordinate(curve, point.y);
  return isInfinity(point) || plain.satisfies(curve, point);
}

function checkPoint(curve: Curve, point: Point): Point {
  if (!isOnCurve(curve, point)) throw new FeltError(`(${point.x}, ${point.y}) is not a point of ${curve.name}.`);
  return point;
}

export function addPoints(curve: Curve, left: Point, right: Point): Point {
  return plain.addPoints(curve, checkPoint(curve, left), checkPoint(curve, right));
}

/** scalar * point; the scalar is any number from 0 to 2^256 - 1. */
export function multiplyPoint(curve: Curve, point: Point, scalar: bigint): Point {
  if (scalar < 0n || scalar >= 2n ** 256n)
    throw new FeltError(`${scalar} is not a scalar: it must be from 0 to 2^256 - 1.`);
  if (isInfinity(checkPoint(curve, point))) return INFINITY;
  return cryptoBackend.multiplyPoint(curve, point, scalar);
}

/** The point with this x and an even or odd y; undefined when the curve has none. */
export function pointFromX(curve: Curve, x: bigint, odd: boolean): Point | undefined {
  return plain.pointFromX(curve, checkCoordinate(curve, x), odd);
}

/** A signature of a hash, and whether the y of its point is odd, from which the signer can be recovered. */
export interface EcdsaSignature {
  readonly r: bigint;
  readonly s: bigint;
  readonly isOdd: boolean;
}

/** Signs a hash of 256 bits with the nonce of RFC 6979. Of the two possible s it takes the lower one, as Ethereum requires. */
export function ecdsaSign(curve: Curve, privateKey: bigint, hash: bigint): EcdsaSignature {
  const { n, generator } = curve;
  for (const k of signatureNonces(n, privateKey, hash)) {
    const { x, y } = multiplyPoint(curve, generator, k);
    // Above the order, x would not tell the point.
    if (x === 0n || x >= n) continue;
    const s = mod((hash + x * privateKey) * inverse(k, n), n);
    if (s === 0n) continue;
    const isHigh = 2n * s > n;
    return { r: x, s: isHigh ? n - s : s, isOdd: ((y & 1n) === 1n) !== isHigh };
  }
  throw new Error('unreachable: the nonces do not end');
}
