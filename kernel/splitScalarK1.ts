// Splits a scalar k of secp256k1 into k1 + k2 lambda (modulo the order) with |k1| and |k2| of about 128 bits, by rounding in a lattice:
// k1 = k - c1 A1 - c2 A2 and k2 = c1 B1 - c2 A1, where c1 = k A1 / n and c2 = k B1 / n, rounded.
import { A1, A2, B1, ROUND_A1, ROUND_B1 } from './endomorphismK1.generated';

/** The sizes of k1 and k2, as numbers of 24 bytes, and whether they are negative. */
export const HALF: usize = 24;
export const firstHalf: usize = memory.data(24, 8);
export const secondHalf: usize = memory.data(24, 8);
export let firstIsNegative: bool = false;
export let secondIsNegative: bool = false;

// Numbers here have limbs of 32 bits; 6 of them in a half.
const LIMBS: usize = 6;
const wide: usize = memory.data(64, 8);
const c1: usize = memory.data(24, 8);
const c2: usize = memory.data(24, 8);
const part: usize = memory.data(64, 8);

/** out = a * b, with as many limbs as both together. */
function product(out: usize, a: usize, aLimbs: usize, b: usize, bLimbs: usize): void {
  memory.fill(out, 0, (aLimbs + bLimbs) << 2);
  for (let i: usize = 0; i < aLimbs; i++) {
    let carried: u64 = 0;
    for (let j: usize = 0; j < bLimbs; j++) {
      const at = out + ((i + j) << 2);
      carried += <u64>load<u32>(a + (i << 2)) * <u64>load<u32>(b + (j << 2)) + <u64>load<u32>(at);
      store<u32>(at, <u32>carried);
      carried >>= 32;
    }
    store<u32>(out + ((i + bLimbs) << 2), <u32>carried);
  }
}

/** out = scalar * factor / 2^384, rounded. */
function rounded(out: usize, scalar: usize, factor: usize): void {
  product(wide, scalar, 8, factor, 8);
  memory.fill(out, 0, HALF);
  memory.copy(out, wide + 48, 16);
  let carried = <u64>(load<u32>(wide, 44) >> 31);
  for (let i: usize = 0; i < LIMBS; i++) {
    carried += <u64>load<u32>(out + (i << 2));
    store<u32>(out + (i << 2), <u32>carried);
    carried >>= 32;
  }
}

/** out -= c * factor, modulo 2^192. */
function subtractProduct(out: usize, c: usize, factor: usize): void {
  product(part, c, LIMBS, factor, LIMBS);
  let borrowed: i64 = 0;
  for (let i: usize = 0; i < LIMBS; i++) {
    borrowed += <i64>load<u32>(out + (i << 2)) - <i64>load<u32>(part + (i << 2));
    store<u32>(out + (i << 2), <u32>borrowed);
    borrowed >>= 32;
  }
}

/** Replaces a number modulo 2^192 by its size. Returns whether it was negative. */
function takeSign(half: usize): bool {
  if (load<i32>(half, 20) >= 0) return false;
  let borrowed: i64 = 0;
  for (let i: usize = 0; i < LIMBS; i++) {
    borrowed -= <i64>load<u32>(half + (i << 2));
    store<u32>(half + (i << 2), <u32>borrowed);
    borrowed >>= 32;
  }
  return true;
}

/** Splits a scalar of four words. */
export function splitScalar(scalar: usize): void {
  rounded(c1, scalar, ROUND_A1);
  rounded(c2, scalar, ROUND_B1);
  memory.copy(firstHalf, scalar, HALF);
  subtractProduct(firstHalf, c1, A1);
  subtractProduct(firstHalf, c2, A2);
  product(part, c1, LIMBS, B1, LIMBS);
  memory.copy(secondHalf, part, HALF);
  subtractProduct(secondHalf, c2, A1);
  firstIsNegative = takeSign(firstHalf);
  secondIsNegative = takeSign(secondHalf);
}
