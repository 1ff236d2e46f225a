// Square roots in the Stark field. P - 1 = 2^192 * T with T = 2^59 + 17. So for a square x and z = x^T, the root is
// x^((T + 1) / 2) * z^(-1/2), and z is a power of g, a generator of the group of order 2^192. The logarithm of z is computed
// recursively by halves, down to digits of six bits, which are looked up in a table. This takes about 650 products; the usual search
// bit by bit takes up to 18000.
import { copy, fromMontgomery, inverse, isZero, mul, ONE, square, toMontgomery } from './fieldStark.generated';

const DIGIT_BITS: i32 = 6;
const DIGITS: i32 = 192 / 6;
const BASE: i32 = 64;
/** 3 is the smallest number that is not a square; g = 3^T. */
const three: usize = memory.data<u64>([3, 0, 0, 0]);
/** g^(-d * 64^i) at 64 i + d; filled on first use. */
const powers: usize = memory.data(32 * 64 * 40, 8);
/** The logarithms of the 64 elements whose order divides 64, by nine bits that distinguish them. */
const slots: usize = memory.data(512, 8);
let ready: bool = false;
/** The logarithm's digits, lowest first, and a 0. */
const digits: usize = memory.data(40, 8);
/** One element for each depth of the recursion. */
const levels: usize = memory.data(8 * 40, 8);
const root: usize = memory.data(40, 8);
const words: usize = memory.data(32, 8);

/** out = a^((T - 1) / 2); out must not overlap a. */
function powerHalf(out: usize, a: usize): void {
  // (T - 1) / 2 = 2^58 + 2^3
  copy(out, a);
  for (let i = 0; i < 55; i++) square(out, out);
  mul(out, out, a);
  for (let i = 0; i < 3; i++) square(out, out);
}

function powerAt(digit: i32, value: i32): usize {
  return powers + 40 * <usize>(BASE * digit + value);
}

function slotOf(element: usize): usize {
  fromMontgomery(words, element);
  return slots + <usize>((load<u64>(words, 24) >> 3) & 511);
}

function prepare(): void {
  if (ready) return;
  ready = true;
  const g = levels;
  toMontgomery(root, three);
  powerHalf(g, root);
  square(g, g);
  mul(g, g, root);
  inverse(g, g);
  for (let i = 0; i < DIGITS; i++) {
    copy(powerAt(i, 0), ONE);
    for (let value = 1; value < BASE; value++) mul(powerAt(i, value), powerAt(i, value - 1), g);
    for (let j = 0; j < DIGIT_BITS; j++) square(g, g);
  }
  for (let value = 0; value < BASE; value++) store<u8>(slotOf(powerAt(DIGITS - 1, value)), (BASE - value) & (BASE - 1));
}

/**
 * Writes the logarithm of h, whose order divides 64^count, to digits[from ...]: its digit i stands for g^(64^(32 - count + i)).
 * h is overwritten. The lowest bit, which is found first, decides whether there is a root: returns false if it is set.
 */
function logarithm(h: usize, from: i32, count: i32, depth: usize): bool {
  if (count == 1) {
    const digit = load<u8>(slotOf(h));
    store<u8>(digits + from, digit);
    return from > 0 || (digit & 1) == 0;
  }
  const half = count >> 1;
  const lower = levels + 40 * depth;
  square(lower, h);
  for (let i = 1; i < DIGIT_BITS * (count - half); i++) square(lower, lower);
  if (!logarithm(lower, from, half, depth + 1)) return false;
  for (let i = 0; i < half; i++) mul(h, h, powerAt(DIGITS - count + i, load<u8>(digits + from + i)));
  return logarithm(h, from + half, count - half, depth + 1);
}

/** out = a square root of a, in Montgomery form. Returns false if there is none. */
export function squareRoot(out: usize, a: usize): bool {
  if (isZero(a)) {
    copy(out, a);
    return true;
  }
  prepare();
  const z = levels;
  // root = a^((T + 1) / 2), z = a^T
  powerHalf(z, a);
  mul(root, z, a);
  mul(z, z, root);
  if (!logarithm(z, 0, DIGITS, 1)) return false;
  // Multiply by g^(-logarithm / 2).
  for (let i = 0; i < DIGITS; i++) {
    const halved = (<i32>load<u8>(digits + i) >> 1) | ((<i32>load<u8>(digits + i, 1) & 1) << (DIGIT_BITS - 1));
    mul(root, root, powerAt(i, halved));
  }
  copy(out, root);
  return true;
}
