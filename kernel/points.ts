// Points of a curve in the coordinates X, Y, ZZ, ZZZ (x = X / ZZ, y = Y / ZZZ, ZZ^3 = ZZZ^2), 40 bytes each, 160 a point;
// infinity has ZZ = 0. X, ZZ and ZZZ are carried, Y is a difference of two products and is not. An affine point is x, y: 80 bytes.
// The text serves every curve: kernel/generate.mjs copies it with another field.
import {
  addTimesA,
  carry,
  copy,
  enter,
  exit,
  inverse,
  isZero,
  mul,
  mulSub,
  ONE,
  small,
  square,
  sub,
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
export function enterAffine(out: usize, words: usize): void {
  enter(out, words);
  enter(out + 40, words + 32);
}

/** A point of an affine one. */
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

/** p = 2 p, infinity included: its ZZ stays 0. */
export function double(p: usize): void {
  small(U, p + 40, 2);
  square(PP, U);
  mul(W, U, PP);
  mul(Q, p, PP);
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
  mulSub(p + 40, T, Q, W, p + 40);
  mul(p + 80, p + 80, PP);
  mul(p + 120, p + 120, W);
}

/** The end of both additions: x and y are p's coordinates over the common denominator, P and R the differences to the other's. */
function finish(p: usize, x: usize, y: usize): void {
  square(PP, P);
  mul(PPP, P, PP);
  mul(Q, x, PP);
  square(U, R);
  sub(U, U, PPP);
  sub(U, U, Q);
  sub(U, U, Q);
  carry(p, U);
  sub(Q, Q, p);
  mulSub(p + 40, R, Q, y, PPP);
  mul(p + 80, p + 80, PP);
  mul(p + 120, p + 120, PPP);
}

/** p += the affine point (x, y); the two must differ in x, and p must not be infinity. */
export function addAffineUnchecked(p: usize, x: usize, y: usize): void {
  mul(P, x, p + 80);
  sub(P, P, p);
  mul(R, y, p + 120);
  sub(R, R, p + 40);
  finish(p, p, p + 40);
}

/** p += q for finite points; answers false and does nothing when they have the same x. */
export function addDifferent(p: usize, q: usize): bool {
  mul(W, p, q + 80);
  mul(P, q, p + 80);
  sub(P, P, W);
  if (isZero(P)) return false;
  mul(T, p + 40, q + 120);
  mul(R, q + 40, p + 120);
  sub(R, R, T);
  mul(p + 80, p + 80, q + 80);
  mul(p + 120, p + 120, q + 120);
  finish(p, W, T);
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
  mul(W, p, q + 80);
  mul(P, q, p + 80);
  sub(P, P, W);
  return isZero(P);
}

/** p's coordinates as numbers, four words each; infinity is (0, 0). */
export function exitPoint(words: usize, p: usize): void {
  // 1 / ZZ = (ZZ / ZZZ)^2 as ZZ^3 = ZZZ^2
  inverse(P, p + 120);
  mul(R, P, p + 80);
  square(R, R);
  mul(R, R, p);
  mul(T, P, p + 40);
  exit(words, R);
  exit(words + 32, T);
}

/** Replaces a point by its negative. */
export function negate(p: usize): void {
  small(p + 40, p + 40, -1);
}

const table: usize = memory.data(8 * 160, 8);
const digits: usize = memory.data(65, 8);
const negative: usize = memory.data(160, 8);

/** Writes a scalar as 65 digits from -7 to 8 with respect to 16, lowest first. */
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

/** out = scalar * p for any point; the scalar is four words. */
export function multiply(out: usize, p: usize, scalar: usize): void {
  memory.copy(table, p, 160);
  for (let i: usize = 1; i < 8; i++) {
    memory.copy(table + i * 160, table + (i - 1) * 160, 160);
    addPoint(table + i * 160, table);
  }
  recode(scalar);
  setInfinity(out);
  let started = false;
  for (let i = 64; i >= 0; i--) {
    if (started) for (let j = 0; j < 4; j++) double(out);
    const digit = <i32>load<i8>(digits + i);
    if (digit == 0) continue;
    started = true;
    const entry = table + <usize>((digit > 0 ? digit : -digit) - 1) * 160;
    if (digit > 0) addPoint(out, entry);
    else {
      memory.copy(negative, entry, 160);
      negate(negative);
      addPoint(out, negative);
    }
  }
}
