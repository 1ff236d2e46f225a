// What an account is about to compute when it checks a signature (r, s) of a hash over the Stark curve: it finds the y of a point R with
// the x r, multiplies R by s, the generator G by the hash and its key K by r, and adds each to the start point. R is new every time,
// so it costs most. But a good signature is one for which
//   R = (hash / s) G + (r / s) K   and so   s R = hash G + r K
// (or both with -K), and multiples of G and K come from tables: all is worked out at once, and that R has the x r is the proof.
// An account's key is learnt while it checks a signature without this.
import { cmp, neg } from './field';
import { copy, enter, inverse, isZero, mul, ONE } from './fieldStark.generated';
import { multiplyGenerator } from './generator';
import { multiplyKnown, readyTable, sameWords } from './knownPoints';
import { addPoint, enterAffine, exitInverted, fromAffine, hasX, isInfinity, negate, POINT } from './points';
import { divideBy, quotient, reduceScalar } from './quotient';
import { GENERATOR, START } from './starkPoints.generated';

/** The keys of senders: an address and a point each, at a place that the address decides. */
const SIGNERS: u64 = 64;
const SIGNER: usize = 96;
const signers: usize = memory.data(64 * 96, 8);

/** The signature that is expected. */
const sender: usize = memory.data(32, 8);
const hash: usize = memory.data(32, 8);
const r: usize = memory.data(32, 8);
const s: usize = memory.data(32, 8);

/** What was worked out, once `known`: R and the four sums, as points and as numbers. */
let known: bool = false;
const COUNT: usize = 5;
const points: usize = memory.data(5 * 160, 8);
const numbers: usize = memory.data(5 * 64, 8);
const R: usize = 0;
const SUM_R: usize = 1;
const SUM_MINUS_R: usize = 2;
const SUM_G: usize = 3;
const SUM_K: usize = 4;
const minusY: usize = memory.data(32, 8);
const key: usize = memory.data(64, 8);

const scalar: usize = memory.data(32, 8);
const start: usize = memory.data(80, 8);
const product: usize = memory.data(160, 8);
const x: usize = memory.data(40, 8);
const t: usize = memory.data(40, 8);
const inverted: usize = memory.data(40, 8);
const before: usize = memory.data(5 * 40, 8);

function pointAt(i: usize): usize {
  return points + POINT * i;
}

function numbersAt(i: usize): usize {
  return numbers + 64 * i;
}

function signerOf(address: usize): usize {
  const mixed = (load<u64>(address) ^ load<u64>(address, 16)) * 0x9e3779b97f4a7c15;
  return signers + SIGNER * <usize>((mixed >> 40) & (SIGNERS - 1));
}

/** R, and whether it takes K (1) or -K (-1) to make it; 0 when neither does. */
function workOutR(table: usize): i32 {
  const point = pointAt(R);
  if (!divideBy(scalar, s)) return 0;
  quotient(scalar, hash);
  multiplyGenerator(point, scalar);
  quotient(scalar, r);
  multiplyKnown(product, table, scalar);
  enter(x, r);
  memory.copy(pointAt(SUM_R), point, POINT);
  addPoint(point, product);
  if (!isInfinity(point) && hasX(point, x)) return 1;
  memory.copy(point, pointAt(SUM_R), POINT);
  negate(product);
  addPoint(point, product);
  return !isInfinity(point) && hasX(point, x) ? -1 : 0;
}

/** Adds the start point to all but R. */
function addStart(): void {
  enterAffine(start, START);
  fromAffine(product, start);
  for (let i: usize = 1; i < COUNT; i++) addPoint(pointAt(i), product);
}

/** All points as numbers, with one inversion; false when one is infinity. */
function exitAll(): bool {
  copy(inverted, ONE);
  for (let i: usize = 0; i < COUNT; i++) {
    copy(before + 40 * i, inverted);
    mul(inverted, inverted, pointAt(i) + 120);
  }
  if (isZero(inverted)) return false;
  inverse(inverted, inverted);
  for (let i = <i32>COUNT - 1; i >= 0; i--) {
    const point = pointAt(i);
    mul(t, inverted, before + 40 * <usize>i);
    mul(inverted, inverted, point + 120);
    exitInverted(numbersAt(i), point, t);
  }
  return true;
}

function workOut(table: usize): bool {
  const sign = workOutR(table);
  if (sign == 0) return false;
  reduceScalar(scalar, hash);
  multiplyGenerator(pointAt(SUM_G), scalar);
  reduceScalar(scalar, r);
  multiplyKnown(pointAt(SUM_K), table, scalar);
  // s R = hash G + sign r K
  memory.copy(pointAt(SUM_R), pointAt(SUM_K), POINT);
  if (sign < 0) negate(pointAt(SUM_R));
  addPoint(pointAt(SUM_R), pointAt(SUM_G));
  memory.copy(pointAt(SUM_MINUS_R), pointAt(SUM_R), POINT);
  negate(pointAt(SUM_MINUS_R));
  addStart();
  if (!exitAll()) return false;
  neg(minusY, numbersAt(R) + 32);
  return true;
}

/**
 * Makes ready for a sender's check of a signature; four words each. Answers whether all is worked out, and then puts the smaller y
 * of the points with x r into out.
 */
export function expectSignature(out: usize, address: usize, signed: usize, first: usize, second: usize): bool {
  memory.copy(sender, address, 32);
  memory.copy(hash, signed, 32);
  memory.copy(r, first, 32);
  memory.copy(s, second, 32);
  known = false;
  const signer = signerOf(sender);
  if (cmp(signer, sender) != 0) return false;
  memory.copy(key, signer + 32, 64);
  const table = readyTable(key);
  known = table != 0 && workOut(table);
  if (!known) return false;
  const y = numbersAt(R) + 32;
  memory.copy(out, cmp(minusY, y) < 0 ? minusY : y, 32);
  return true;
}

function give(out: usize, i: usize): bool {
  memory.copy(out, numbersAt(i), 64);
  return true;
}

/** Puts the start point + m * q into out when the expected signature has told it. */
export function expectedSum(out: usize, q: usize, m: usize): bool {
  if (!known) return false;
  if (cmp(m, s) == 0 && cmp(q, r) == 0) {
    if (cmp(q + 32, numbersAt(R) + 32) == 0) return give(out, SUM_R);
    if (cmp(q + 32, minusY) == 0) return give(out, SUM_MINUS_R);
  }
  if (cmp(m, hash) == 0 && sameWords(q, GENERATOR)) return give(out, SUM_G);
  if (cmp(m, r) == 0 && sameWords(q, key)) return give(out, SUM_K);
  return false;
}

/** Takes note of start point + m * q, q on the curve: with r for m, q is the sender's key. What it takes for one is proven when used. */
export function noteSum(q: usize, m: usize): void {
  if (cmp(m, r) != 0 || sameWords(q, GENERATOR)) return;
  const signer = signerOf(sender);
  memory.copy(signer, sender, 32);
  memory.copy(signer + 32, q, 64);
}
