// Multiples of fixed points of the Stark curve from tables. For each window of the scalar's bits, a table has the multiples 1 to
// 2^(bits - 1) of 2^(bits * window) * base in affine coordinates, so a scalar takes one addition for each window and no doubling.
// Tables are built on first use, for all windows together, with one shared inversion per step.
import { add, carry, copy, inverse, mul, ONE, small, square, sub } from './fieldStark.generated';
import { addAffineUnchecked, double, fromAffine, isInfinity } from './points';

/** The size in bytes of the table of one window. */
export function windowBytes(bits: i32): usize {
  return ((<usize>80) << (<usize>bits)) >> 1;
}

/** The number of windows of a number of `length` bits; the last one may contain only a carry. */
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
const signedY: usize = s + 240;
const point: usize = memory.data(160, 8);

/** Computes the first entries of all windows from the base in the first entry of the first window. */
export function spreadBase(table: usize, bits: i32, windows: usize): void {
  const bytes = windowBytes(bits);
  fromAffine(point, table);
  copy(product, ONE);
  // Before the inversion, a window has X, Y, ZZ, ZZZ in its first two entries and the product of all earlier ZZZ in the third.
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

/** The denominator of the slope from one entry to the next: the difference in x; for the first entry, twice its y. */
function loadDenominator(at: usize, first: usize): void {
  if (at == first) small(denominator, at + 40, 2);
  else sub(denominator, first, at);
}

/** Computes all other entries from the first ones. */
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
      // Differences grow from entry to entry, and in the sums that entries are used for. A product with 1 is small again.
      mul(at + 80, x, ONE);
      carry(y, y);
      mul(at + 120, y, ONE);
    }
  }
}

/** Stores the y of digit * base in a place for it, and returns its entry in the window's table. The digit is not 0. */
function loadDigit(y: usize, window: usize, digit: i32): usize {
  // The sign of a digit cannot be predicted, so y is negated without a branch: all bits of `sign` are set for a negative digit.
  const sign = digit >> 31;
  const entry = window + <usize>((digit ^ sign) - sign - 1) * 80;
  const signs = i32x4.splat(sign);
  v128.store(y, i32x4.sub(v128.xor(v128.load(entry, 40), signs), signs));
  v128.store(y, i32x4.sub(v128.xor(v128.load(entry, 56), signs), signs), 16);
  store<i64>(y, v128.extract_lane<i64>(i32x4.sub(v128.xor(v128.load_zero<i64>(entry, 72), signs), signs), 0), 32);
  return entry;
}

/** out += digit * base, with the window's table. */
function addDigit(out: usize, window: usize, digit: i32): void {
  if (digit == 0) return;
  const entry = loadDigit(signedY, window, digit);
  if (isInfinity(out)) {
    copy(out, entry);
    copy(out + 40, signedY);
    copy(out + 80, ONE);
    copy(out + 120, ONE);
  } else addAffineUnchecked(out, entry, signedY);
}

/** The digits of a scalar; one for each window of at least four bits of 256. */
const digits: usize = memory.data(65 * 4, 4);
let touched: i32 = 0;

/** Computes the digits of a scalar's lowest `length` bits. Returns the address behind the last one. */
function readDigits(table: usize, bits: i32, scalar: usize, length: i32): usize {
  const half = 1 << (bits - 1);
  const bytes = windowBytes(bits);
  let carried: i32 = 0;
  let window = table;
  let end = digits;
  for (let at: i32 = 0; at <= length; at += bits) {
    const word = scalar + ((<usize>(at >> 6)) << 3);
    const shift = at & 63;
    let part = load<u64>(word) >> <u64>shift;
    if (shift > 64 - bits && at < 192) part |= load<u64>(word, 8) << (<u64>(64 - shift));
    const left = length - at;
    let digit = (<i32>part & ((1 << (left < bits ? left : bits)) - 1)) + carried;
    carried = digit > half ? 1 : 0;
    digit -= carried << bits;
    store<i32>(end, digit);
    // Large tables are not in the processor's caches. Reading all entries first lets it fetch them at the same time.
    const entry = window + <usize>(((digit > 0 ? digit : -digit) - 1) & (half - 1)) * 80;
    touched += load<i32>(entry) + load<i32>(entry, 72);
    window += bytes;
    end += 4;
  }
  return end;
}

/** Stores digit * base as an affine point, unless the digit is 0. Returns the address behind it. */
export function storeSmallMultiple(out: usize, window: usize, digit: i32): usize {
  if (digit == 0) return out;
  copy(out, loadDigit(out + 40, window, digit));
  return out + 80;
}

/**
 * Stores affine points whose sum is scalar * base, for the scalar's lowest `length` bits, in the order of their windows. Returns the address
 * behind the last one.
 */
export function storeMultiples(out: usize, table: usize, bits: i32, scalar: usize, length: i32): usize {
  const end = readDigits(table, bits, scalar, length);
  const bytes = windowBytes(bits);
  let window = table;
  let next = out;
  for (let at = digits; at < end; at += 4) {
    next = storeSmallMultiple(next, window, load<i32>(at));
    window += bytes;
  }
  return next;
}

/**
 * out += scalar * base, for the scalar's lowest `length` bits. The partial sum must never be equal or opposite to its summand. If it
 * starts at infinity and the scalar is below the order, it never is: the partial sum is a multiple less than half of the summand's,
 * and both are below the order.
 */
export function addMultiple(out: usize, table: usize, bits: i32, scalar: usize, length: i32): void {
  const end = readDigits(table, bits, scalar, length);
  const bytes = windowBytes(bits);
  let window = table;
  for (let at = digits; at < end; at += 4) {
    addDigit(out, window, load<i32>(at));
    window += bytes;
  }
}

/** out += a small number times the window's base. */
export function addSmallMultiple(out: usize, window: usize, digit: i32): void {
  addDigit(out, window, digit);
}
