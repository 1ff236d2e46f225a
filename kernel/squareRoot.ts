// Square roots in the Stark field. P - 1 = 2^192 * T with T = 2^59 + 17, so for a square x, with z = x^T, the root is
// x^((T + 1) / 2) * z^(-1/2), and z is a power of g, a generator of the group of order 2^192. The logarithm of z is found by halves:
// about 1000 products, where the usual search bit by bit needs up to 18000.
import { copy, enter, isZero, mul, ONE, square, sub } from './fieldStark.generated';

const TWOS: i32 = 192;
/** 3 is the least number that is no square; g = 3^T. */
const three: usize = memory.data<u64>([3, 0, 0, 0]);
/** g^(-2^i) for i below 192; filled on first use. */
const powers: usize = memory.data(192 * 40, 8);
let ready: bool = false;
/** The logarithm's bits. */
const bits: usize = memory.data(192, 8);
/** One element for each depth of the recursion. */
const levels: usize = memory.data(10 * 40, 8);
const root: usize = memory.data(40, 8);
const tested: usize = memory.data(40, 8);

/** out = a^((T - 1) / 2); a stays, out is elsewhere. */
function powerHalf(out: usize, a: usize): void {
  // (T - 1) / 2 = 2^58 + 2^3
  copy(out, a);
  for (let i = 0; i < 55; i++) square(out, out);
  mul(out, out, a);
  for (let i = 0; i < 3; i++) square(out, out);
}

function isOne(a: usize): bool {
  sub(tested, a, ONE);
  return isZero(tested);
}

function prepare(): void {
  if (ready) return;
  ready = true;
  // 1 / g = g^(2^192 - 1), the product of all g^(2^i).
  const g = levels;
  enter(root, three);
  powerHalf(g, root);
  square(g, g);
  mul(g, g, root);
  copy(powers, ONE);
  for (let i = 0; i < TWOS; i++) {
    mul(powers, powers, g);
    square(g, g);
  }
  for (let i: usize = 1; i < <usize>TWOS; i++) square(powers + 40 * i, powers + 40 * (i - 1));
}

/**
 * Writes the logarithm of h, whose order divides 2^count, to bits[from ...]: bit i of it stands for g^(2^(192 - count + i)).
 * h is overwritten. The lowest bit alone tells squares from others and is found first: false when it is set.
 */
function logarithm(h: usize, from: i32, count: i32, depth: usize): bool {
  if (count == 1) {
    const one = isOne(h);
    store<u8>(bits + from, one ? 0 : 1);
    return one || from > 0;
  }
  const half = count >> 1;
  const lower = levels + 40 * depth;
  square(lower, h);
  for (let i = 1; i < count - half; i++) square(lower, lower);
  if (!logarithm(lower, from, half, depth + 1)) return false;
  for (let i = 0; i < half; i++) if (load<u8>(bits + from + i)) mul(h, h, powers + 40 * <usize>(TWOS - count + i));
  return logarithm(h, from + half, count - half, depth + 1);
}

/** out = a square root of a, in Montgomery form; false when there is none. */
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
  if (!logarithm(z, 0, TWOS, 1)) return false;
  for (let i: usize = 1; i < <usize>TWOS; i++) if (load<u8>(bits + i)) mul(root, root, powers + 40 * (i - 1));
  copy(out, root);
  return true;
}
