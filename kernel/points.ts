// Points of a curve in the coordinates X, Y, ZZ, ZZZ (x = X / ZZ, y = Y / ZZZ, ZZ^3 = ZZZ^2), 40 bytes each, 160 a point;
// infinity has ZZ = 0. X, ZZ and ZZZ are carried, Y is a difference of two products and is not. An affine point is x, y: 80 bytes.
// For many doublings, Jacobian coordinates save two products: X, Y, ZZ, Z with x = X / ZZ, y = Y / (ZZ Z), ZZ = Z^2.
// kernel/codegen/main.mjs copies this file for the other curves, with other fields.
import {
  add,
  addTimesA,
  COEFFICIENT_A,
  carry,
  copy,
  fromMontgomery,
  inverse,
  isZero,
  mul,
  mulSub,
  ONE,
  small,
  square,
  sub,
  toMontgomery,
} from './fieldStark.generated';

const s: usize = memory.data(8 * 40, 8);
const P: usize = s;
const R: usize = s + 40;
const PP: usize = s + 80;
const PPP: usize = s + 120;
const Q: usize = s + 160;
const T: usize = s + 200;
const U: usize = s + 240;
const W: usize = s + 280;

export const POINT: usize = 160;
export const AFFINE: usize = 80;

/** An affine point from its coordinates, four words each. */
export function loadAffine(out: usize, words: usize): void {
  toMontgomery(out, words);
  toMontgomery(out + 40, words + 32);
}

/** Converts an affine point to a point. */
export function fromAffine(out: usize, affine: usize): void {
  memory.copy(out, affine, 80);
  copy(out + 80, ONE);
  copy(out + 120, ONE);
}

export function setInfinity(out: usize): void {
  memory.fill(out, 0, 160);
}

export function isInfinity(p: usize): bool {
  return isZero(p + 80);
}

/** p = 2 p; also valid for infinity, whose ZZ stays 0. */
export function double(p: usize): void {
  small(U, p + 40, 2);
  square(PP, U);
  mul(W, PP, U);
  mul(Q, PP, p);
  square(T, p);
  small(T, T, 3);
  square(PPP, p + 80);
  addTimesA(T, PPP);
  carry(T, T);
  square(P, T);
  sub(P, P, Q);
  sub(P, P, Q);
  carry(p, P);
  sub(Q, Q, p);
  mulSub(p + 40, Q, T, W, p + 40);
  mul(p + 80, PP, p + 80);
  mul(p + 120, W, p + 120);
}

/** Computes X and Y of a sum: x and y are p's coordinates over the common denominator, P and R the differences from the other point's. */
function finish(p: usize, x: usize, y: usize): void {
  square(PP, P);
  mul(PPP, PP, P);
  mul(Q, PP, x);
  square(U, R);
  sub(U, U, PPP);
  sub(U, U, Q);
  sub(U, U, Q);
  carry(p, U);
  sub(Q, Q, p);
  mulSub(p + 40, Q, R, PPP, y);
}

/** p += the affine point (x, y). The two must have different x, and p must not be infinity. */
export function addAffineUnchecked(p: usize, x: usize, y: usize): void {
  mul(P, x, p + 80);
  sub(P, P, p);
  mul(R, y, p + 120);
  sub(R, R, p + 40);
  finish(p, p, p + 40);
  mul(p + 80, p + 80, PP);
  mul(p + 120, p + 120, PPP);
}

/** p += q for finite points. Returns false, and does nothing, if they have the same x. */
export function addDifferent(p: usize, q: usize): bool {
  mul(W, p, q + 80);
  mul(P, q, p + 80);
  sub(P, P, W);
  if (isZero(P)) return false;
  mul(T, p + 40, q + 120);
  mul(R, q + 40, p + 120);
  sub(R, R, T);
  finish(p, W, T);
  mul(PP, PP, q + 80);
  mul(p + 80, p + 80, PP);
  mul(PPP, PPP, q + 120);
  mul(p + 120, p + 120, PPP);
  return true;
}

/** p += q for any two points. */
export function addPoint(p: usize, q: usize): void {
  if (isInfinity(q)) return;
  if (isInfinity(p)) {
    memory.copy(p, q, 160);
    return;
  }
  if (addDifferent(p, q)) return;
  mul(T, p + 40, q + 120);
  mul(R, q + 40, p + 120);
  sub(R, R, T);
  if (isZero(R)) double(p);
  else setInfinity(p);
}

/** Whether two finite points have the same x. */
export function sameX(p: usize, q: usize): bool {
  mulSub(P, p, q + 80, q, p + 80);
  return isZero(P);
}

/** Whether a finite point has this x, an element. */
export function hasX(p: usize, x: usize): bool {
  mul(P, x, p + 80);
  sub(P, P, p);
  return isZero(P);
}

/** p = 2 p in Jacobian coordinates; also valid for infinity. */
export function doubleJacobian(p: usize): void {
  square(PP, p + 40);
  small(W, PP, 4);
  small(PP, PP, 2);
  mul(Q, W, p);
  if (COEFFICIENT_A == -3) {
    // 3 X^2 - 3 ZZ^2 is 3 (X - ZZ) (X + ZZ).
    add(U, p, p + 80);
    sub(T, p, p + 80);
    mul(T, T, U);
    small(T, T, 3);
  } else {
    square(T, p);
    small(T, T, 3);
    if (COEFFICIENT_A != 0) {
      square(PPP, p + 80);
      addTimesA(T, PPP);
    }
  }
  carry(T, T);
  square(P, T);
  sub(P, P, Q);
  sub(P, P, Q);
  carry(p, P);
  sub(Q, Q, p);
  mul(P, p + 40, p + 120);
  mulSub(p + 40, Q, T, W, PP);
  small(p + 120, P, 2);
  square(p + 80, p + 120);
}

/** p += q for finite points; p is Jacobian, q is X, Y, ZZ, ZZZ and Z. */
export function addToJacobian(p: usize, q: usize): void {
  mul(W, p, q + 80);
  mul(P, q, p + 80);
  sub(P, P, W);
  mul(T, p + 40, q + 120);
  mul(R, p + 80, p + 120);
  mul(R, R, q + 40);
  sub(R, R, T);
  if (isZero(P)) {
    if (isZero(R)) doubleJacobian(p);
    else setInfinity(p);
    return;
  }
  finish(p, W, T);
  mul(P, P, q + 160);
  mul(p + 120, p + 120, P);
  square(p + 80, p + 120);
}

/** Converts Jacobian coordinates to X, Y, ZZ, ZZZ. */
export function leaveJacobian(p: usize): void {
  mul(p + 120, p + 120, p + 80);
}

/** Converts p to numbers, four words each; infinity is (0, 0). */
export function storePoint(words: usize, p: usize): void {
  inverse(P, p + 120);
  storePointInverted(words, p, P);
}

/** The same, with a known 1 / ZZZ. */
export function storePointInverted(words: usize, p: usize, inverted: usize): void {
  // 1 / ZZ = (ZZ / ZZZ)^2 as ZZ^3 = ZZZ^2
  mul(R, inverted, p + 80);
  square(R, R);
  mul(R, R, p);
  mul(T, inverted, p + 40);
  fromMontgomery(words, R);
  fromMontgomery(words + 32, T);
}

/** Replaces a point by its negative. */
export function negate(p: usize): void {
  small(p + 40, p + 40, -1);
}
