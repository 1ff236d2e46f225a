// The Stark field on felts in memory: reduced, four 64-bit words, the least significant first. Results may overwrite inputs.
import { canonicalProduct } from './canonicalProduct.generated';
import * as M from './fieldStark.generated';
import { invertModulo } from './inverse';
import { squareRoot } from './squareRoot';

// P = 2^251 + 17 * 2^192 + 1, so its words are 1, 0, 0 and this.
const TOP: u64 = 0x800000000000011;
const scratch: usize = memory.data(80, 8);

function storeWords(out: usize, w0: u64, w1: u64, w2: u64, w3: u64): void {
  store<u64>(out, w0);
  store<u64>(out, w1, 8);
  store<u64>(out, w2, 16);
  store<u64>(out, w3, 24);
}

export function add(out: usize, a: usize, b: usize): void {
  let w0 = load<u64>(a) + load<u64>(b);
  let carry = <u64>(w0 < load<u64>(b));
  let w1 = load<u64>(a, 8) + carry;
  carry = <u64>(w1 < carry);
  w1 += load<u64>(b, 8);
  carry += <u64>(w1 < load<u64>(b, 8));
  let w2 = load<u64>(a, 16) + carry;
  carry = <u64>(w2 < carry);
  w2 += load<u64>(b, 16);
  carry += <u64>(w2 < load<u64>(b, 16));
  let w3 = load<u64>(a, 24) + load<u64>(b, 24) + carry;
  if (w3 > TOP || (w3 == TOP && (w2 | w1 | w0) != 0)) {
    w3 -= TOP;
    if (w0-- == 0) if (w1-- == 0) if (w2-- == 0) w3--;
  }
  storeWords(out, w0, w1, w2, w3);
}

export function sub(out: usize, a: usize, b: usize): void {
  const a0 = load<u64>(a);
  const a1 = load<u64>(a, 8);
  const a2 = load<u64>(a, 16);
  const b1 = load<u64>(b, 8);
  const b2 = load<u64>(b, 16);
  let w0 = a0 - load<u64>(b);
  let borrow = <u64>(a0 < load<u64>(b));
  let w1 = a1 - b1 - borrow;
  borrow = <u64>(a1 < b1) | (<u64>(a1 == b1) & borrow);
  let w2 = a2 - b2 - borrow;
  borrow = <u64>(a2 < b2) | (<u64>(a2 == b2) & borrow);
  let w3 = load<u64>(a, 24) - load<u64>(b, 24) - borrow;
  if (<i64>w3 < 0) {
    w3 += TOP;
    if (++w0 == 0) if (++w1 == 0) if (++w2 == 0) w3++;
  }
  storeWords(out, w0, w1, w2, w3);
}

export function neg(out: usize, a: usize): void {
  storeWords(scratch, 0, 0, 0, 0);
  sub(out, scratch, a);
}

export function mul(out: usize, a: usize, b: usize): void {
  canonicalProduct(out, a, b);
}

/** out = 1 / a; 0 for 0. */
export function inv(out: usize, a: usize): void {
  invertModulo(out, a, M.MODULUS, M.INVERSE_30);
}

// Programs divide by the same constants again and again, so the last divisor and its inverse are cached.
const divisor: usize = memory.data(32, 8);
const inverseOfDivisor: usize = memory.data(32, 8);

/** out = a / b; 0 if b is 0, which the caller has to check. */
export function div(out: usize, a: usize, b: usize): void {
  if (cmp(b, divisor) != 0) {
    memory.copy(divisor, b, 32);
    inv(inverseOfDivisor, b);
  }
  canonicalProduct(out, a, inverseOfDivisor);
}

/** out = the smaller square root. Returns false, and does not write `out`, if there is none. */
export function sqrt(out: usize, a: usize): bool {
  M.toMontgomery(scratch, a);
  if (!squareRoot(scratch, scratch)) return false;
  M.fromMontgomery(out, scratch);
  neg(scratch, out);
  if (cmp(scratch, out) < 0) memory.copy(out, scratch, 32);
  return true;
}

export function isZero(a: usize): bool {
  return (load<u64>(a) | load<u64>(a, 8) | load<u64>(a, 16) | load<u64>(a, 24)) == 0;
}

/** -1, 0 or 1 if a is less than, equal to or greater than b. */
export function cmp(a: usize, b: usize): i32 {
  for (let i: i32 = 24; i >= 0; i -= 8) {
    const x = load<u64>(a + i);
    const y = load<u64>(b + i);
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

/** Whether four words are below P. */
export function isReduced(a: usize): bool {
  const w3 = load<u64>(a, 24);
  return w3 < TOP || (w3 == TOP && (load<u64>(a) | load<u64>(a, 8) | load<u64>(a, 16)) == 0);
}
