// Prepares the points that an account needs to check a signature (r, s) of a hash over the Stark curve. The account finds the y of a
// point R with x = r, multiplies R by s, the generator G by the hash and its key K by r, and adds each product to the start point.
// R is different every time, so its multiple takes most of the time. But for a valid signature
//   R = (hash / s) G + (r / s) K   and therefore   s R = hash G + r K
// (or both with -K), and the multiples of G and K come from tables. So all points are computed together; if R has x = r, they are
// proven to be correct. The account's key is learnt from an earlier check that was not prepared.
import { cmp, neg } from './field';
import { copy, inverse, isZero, mul, ONE, toMontgomery } from './fieldStark.generated';
import { multiplyGenerator } from './generatorPoint';
import { addPoint, fromAffine, hasX, isInfinity, loadAffine, negate, POINT, storePointInverted } from './points';
import { multiplyFromTable, readyTable, sameWords } from './pointTables';
import { divideBy, quotient, reduceScalar } from './quotient';
import { GENERATOR, START } from './starkPoints.generated';

/** A hash table of senders' keys: an address and a point each. */
const SIGNERS: u64 = 64;
const SIGNER: usize = 96;
const signers: usize = memory.data(64 * 96, 8);

/** The announced signature. */
const sender: usize = memory.data(32, 8);
const hash: usize = memory.data(32, 8);
const r: usize = memory.data(32, 8);
const s: usize = memory.data(32, 8);

/** Valid if `isPrepared`: R and the four sums, as points and as numbers. */
let isPrepared: bool = false;
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

/** Computes R. Returns 1 if it is made with K, -1 if with -K, and 0 if the signature is not valid. */
function computeR(table: usize): i32 {
  const point = pointAt(R);
  if (!divideBy(scalar, s)) return 0;
  quotient(scalar, hash);
  multiplyGenerator(point, scalar);
  quotient(scalar, r);
  multiplyFromTable(product, table, scalar);
  toMontgomery(x, r);
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
  loadAffine(start, START);
  fromAffine(product, start);
  for (let i: usize = 1; i < COUNT; i++) addPoint(pointAt(i), product);
}

/** Converts all points to numbers with one inversion. Returns false if one of them is infinity. */
function storeAll(): bool {
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
    storePointInverted(numbersAt(i), point, t);
  }
  return true;
}

function computeAll(table: usize): bool {
  const sign = computeR(table);
  if (sign == 0) return false;
  reduceScalar(scalar, hash);
  multiplyGenerator(pointAt(SUM_G), scalar);
  reduceScalar(scalar, r);
  multiplyFromTable(pointAt(SUM_K), table, scalar);
  // s R = hash G + sign r K
  memory.copy(pointAt(SUM_R), pointAt(SUM_K), POINT);
  if (sign < 0) negate(pointAt(SUM_R));
  addPoint(pointAt(SUM_R), pointAt(SUM_G));
  memory.copy(pointAt(SUM_MINUS_R), pointAt(SUM_R), POINT);
  negate(pointAt(SUM_MINUS_R));
  addStart();
  if (!storeAll()) return false;
  neg(minusY, numbersAt(R) + 32);
  return true;
}

/**
 * Prepares a sender's check of a signature; all arguments have four words. Returns whether the points are prepared. Then `out` is
 * the smaller y of the points with x = r.
 */
export function expectSignature(out: usize, address: usize, signed: usize, first: usize, second: usize): bool {
  memory.copy(sender, address, 32);
  memory.copy(hash, signed, 32);
  memory.copy(r, first, 32);
  memory.copy(s, second, 32);
  isPrepared = false;
  const signer = signerOf(sender);
  if (cmp(signer, sender) != 0) return false;
  memory.copy(key, signer + 32, 64);
  const table = readyTable(key);
  isPrepared = table != 0 && computeAll(table);
  if (!isPrepared) return false;
  const y = numbersAt(R) + 32;
  memory.copy(out, cmp(minusY, y) < 0 ? minusY : y, 32);
  return true;
}

function copySum(out: usize, i: usize): bool {
  memory.copy(out, numbersAt(i), 64);
  return true;
}

/** out = start point + m * q, if it is one of the prepared sums; otherwise returns false. */
export function expectedSum(out: usize, q: usize, m: usize): bool {
  if (!isPrepared) return false;
  if (cmp(m, s) == 0 && cmp(q, r) == 0) {
    if (cmp(q + 32, numbersAt(R) + 32) == 0) return copySum(out, SUM_R);
    if (cmp(q + 32, minusY) == 0) return copySum(out, SUM_MINUS_R);
  }
  if (cmp(m, hash) == 0 && sameWords(q, GENERATOR)) return copySum(out, SUM_G);
  if (cmp(m, r) == 0 && sameWords(q, key)) return copySum(out, SUM_K);
  return false;
}

/** Learns the sender's key from an operation start point + m * q with m = r. A wrong guess does no harm, since its use is verified. */
export function learnKey(q: usize, m: usize): void {
  if (cmp(m, r) != 0 || sameWords(q, GENERATOR)) return;
  const signer = signerOf(sender);
  memory.copy(signer, sender, 32);
  memory.copy(signer + 32, q, 64);
}
