// Multiples of fixed points of the Stark curve from tables: for each window of some bits the multiples 1 to 2^(bits - 1) of
// 2^(bits * window) * base, affine, so that a scalar costs one addition for each window and no doubling. Tables are built on first
// use, all windows side by side with one shared inversion a step.
import { add, carry, copy, inverse, mul, neg, ONE, small, square, sub } from './fieldStark.generated';
import { addAffineUnchecked, double, fromAffine, isInfinity } from './points';

/** Bytes of the entries of one window of so many bits. */
export function windowBytes(bits: i32): usize {
  return ((<usize>80) << (<usize>bits)) >> 1;
}

/** How many windows a number of `length` bits has; the last one may be no more than a carry. */
export function windowCount(bits: i32, length: i32): i32 {
  return length / bits + 1;
}

const s: usize = memory.data(7 * 40, 8);
const product: usize = s;
const inverted: usize = s + 40;
const slope: usize = s + 80;
const x: usize = s + 120;
const y: usize = s + 160;
const denominator: usize = s + 200;
const minusY: usize = s + 240;
const point: usize = memory.data(160, 8);

/** From the base in the first entry of the first window: the first entries of all. */
export function spreadBase(table: usize, bits: i32, windows: usize): void {
  const bytes = windowBytes(bits);
  fromAffine(point, table);
  copy(product, ONE);
  // Until all are known, a window keeps X, Y, ZZ, ZZZ in its first two entries and the product of the ZZZ before it in the third.
  for (let w: usize = 1; w < windows; w++) {
    for (let i = 0; i < bits; i++) double(point);
    const at = table + w * bytes;
    memory.copy(at, point, 160);
    copy(at + 160, product);
    mul(product, product, point + 120);
  }
  inverse(inverted, product);
  for (let w = windows - 1; w > 0; w--) {
    const at = table + w * bytes;
    mul(x, inverted, at + 160);
    mul(inverted, inverted, at + 120);
    // x is 1 / ZZZ; 1 / ZZ = (ZZ / ZZZ)^2
    mul(at + 40, at + 40, x);
    mul(x, x, at + 80);
    square(x, x);
    mul(at, at, x);
  }
}

/** What the slope from entry to entry is divided by: the difference in x, for the first entry twice its y. */
function loadDenominator(at: usize, first: usize): void {
  if (at == first) small(denominator, at + 40, 2);
  else sub(denominator, first, at);
}

/** From the first entries: all others. */
export function fillWindows(table: usize, bits: i32, windows: usize): void {
  const bytes = windowBytes(bits);
  const entries = (<usize>1) << (<usize>(bits - 1));
  for (let entry: usize = 1; entry < entries; entry++) {
    copy(product, ONE);
    for (let w: usize = 0; w < windows; w++) {
      const first = table + w * bytes;
      const at = first + (entry - 1) * 80;
      copy(at + 80, product);
      loadDenominator(at, first);
      mul(product, product, denominator);
    }
    inverse(inverted, product);
    for (let w = <i32>windows - 1; w >= 0; w--) {
      const first = table + <usize>w * bytes;
      const at = first + (entry - 1) * 80;
      loadDenominator(at, first);
      mul(slope, inverted, at + 80);
      mul(inverted, inverted, denominator);
      if (at == first) {
        // (3 x^2 + 1) / 2 y
        square(x, at);
        small(x, x, 3);
        add(x, x, ONE);
        carry(x, x);
      } else sub(x, first + 40, at + 40);
      mul(slope, slope, x);
      square(x, slope);
      sub(x, x, at);
      sub(x, x, first);
      carry(x, x);
      sub(y, at, x);
      mul(y, y, slope);
      sub(y, y, at + 40);
      carry(at + 120, y);
      copy(at + 80, x);
    }
  }
}

/** out += digit * base for the window's table, which has the digit's size. */
function addDigit(out: usize, window: usize, digit: i32): void {
  if (digit == 0) return;
  const entry = window + <usize>((digit > 0 ? digit : -digit) - 1) * 80;
  let entryY = entry + 40;
  if (digit < 0) {
    neg(minusY, entryY);
    entryY = minusY;
  }
  if (isInfinity(out)) {
    copy(out, entry);
    copy(out + 40, entryY);
    copy(out + 80, ONE);
    copy(out + 120, ONE);
  } else addAffineUnchecked(out, entry, entryY);
}

/**
 * out += scalar * base, over the scalar's lowest `length` bits. The sum must never meet its summand (up to the sign) on the way. From
 * infinity it does not, for scalars below the order: what is summed is smaller than half of what is added, and both are below the order.
 */
export function addMultiple(out: usize, table: usize, bits: i32, scalar: usize, length: i32): void {
  const half = 1 << (bits - 1);
  const bytes = windowBytes(bits);
  let carried: i32 = 0;
  let window = table;
  for (let at: i32 = 0; at <= length; at += bits) {
    const word = scalar + ((<usize>(at >> 6)) << 3);
    const shift = at & 63;
    let part = load<u64>(word) >> <u64>shift;
    if (shift > 64 - bits && at < 192) part |= load<u64>(word, 8) << (<u64>(64 - shift));
    const left = length - at;
    let digit = (<i32>part & ((1 << (left < bits ? left : bits)) - 1)) + carried;
    carried = digit > half ? 1 : 0;
    digit -= carried << bits;
    addDigit(out, window, digit);
    window += bytes;
  }
}

/** out += a small number times the window's base. */
export function addSmallMultiple(out: usize, window: usize, digit: i32): void {
  addDigit(out, window, digit);
}
