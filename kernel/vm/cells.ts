// A cell is one u64. Zero is an unknown cell; otherwise the two low bits are a tag:
//   11  a small felt, below 2^60, in bits 2..61
//   01  an address: offset in bits 2..33, segment in bits 34..61
//   10  a big felt (2^60 or more): the address of its 32 bytes in bits 2..33
// A felt below 2^60 is never stored as big, so equal cells are equal words unless both are big.
// The sign bit marks a cell that the host has written and no instruction has accessed yet (for memory holes).
import { div as fieldDiv, mul as fieldMul } from '../field';
import { newFelt, returnFelt } from './arena';

export const TAG: u64 = 3;
export const SMALL: u64 = 3;
export const POINTER: u64 = 1;
export const BIG: u64 = 2;
export const HOST: u64 = 0x8000000000000000;
export const VALUE: u64 = 0x7fffffffffffffff;
/** Small cells are below this. */
export const SMALL_END: u64 = 0x4000000000000000;
export const ZERO: u64 = SMALL;
export const ONE: u64 = 7;

/** The top word of the prime 2^251 + 17 * 2^192 + 1; its low words are 1, 0, 0. */
export const P3: u64 = 0x0800000000000011;

const scratchA = <u32>memory.data(32, 32);
const scratchB = <u32>memory.data(32, 32);
const scratchOut = <u32>memory.data(32, 32);

export function smallCell(value: u64): u64 {
  return (value << 2) | SMALL;
}

export function pointerCell(segment: u32, offset: u32): u64 {
  return ((<u64>segment) << 34) | ((<u64>offset) << 2) | POINTER;
}

export function segmentOf(cell: u64): u32 {
  return <u32>(cell >> 34) & 0x0fffffff;
}

export function offsetOf(cell: u64): u32 {
  return <u32>(cell >> 2);
}

export function isPointer(cell: u64): bool {
  return (cell & TAG) == POINTER;
}

export function isFelt(cell: u64): bool {
  return (cell & BIG) != 0;
}

/** The cell of a reduced felt given by its words. */
export function feltCell(w0: u64, w1: u64, w2: u64, w3: u64): u64 {
  if ((w1 | w2 | w3) == 0 && w0 < 0x1000000000000000) return (w0 << 2) | SMALL;
  const at = newFelt();
  store<u64>(at, w0);
  store<u64>(at, w1, 8);
  store<u64>(at, w2, 16);
  store<u64>(at, w3, 24);
  return ((<u64>at) << 2) | BIG;
}

/** The cell of the felt at an address. */
export function cellAt(at: u32): u64 {
  return feltCell(load<u64>(at), load<u64>(at, 8), load<u64>(at, 16), load<u64>(at, 24));
}

/** The address of a felt's words. The words of a small felt are written to `spare`. */
export function wordsOf(cell: u64, spare: u32): u32 {
  if ((cell & TAG) == BIG) return <u32>(cell >> 2);
  store<u64>(spare, (cell & VALUE) >> 2);
  store<u64>(spare, 0, 8);
  store<u64>(spare, 0, 16);
  store<u64>(spare, 0, 24);
  return spare;
}

/** Whether two known cells are equal; their sign bits must be cleared. */
export function same(a: u64, b: u64): bool {
  if (a == b) return true;
  if ((a & TAG) != BIG || (b & TAG) != BIG) return false;
  const x = <u32>(a >> 2);
  const y = <u32>(b >> 2);
  return (
    load<u64>(x) == load<u64>(y) &&
    load<u64>(x, 8) == load<u64>(y, 8) &&
    load<u64>(x, 16) == load<u64>(y, 16) &&
    load<u64>(x, 24) == load<u64>(y, 24)
  );
}

/** Whether felt a is below felt b, as integers. */
export function less(a: u64, b: u64): bool {
  if ((a & b & TAG) == SMALL) return a < b;
  if ((a & TAG) != (b & TAG)) return (a & TAG) == SMALL;
  const x = <u32>(a >> 2);
  const y = <u32>(b >> 2);
  for (let i: u32 = 32; i > 0; ) {
    i -= 8;
    const v = load<u64>(x + i);
    const w = load<u64>(y + i);
    if (v != w) return v < w;
  }
  return false;
}

function addFelts(a: u64, b: u64): u64 {
  const x = wordsOf(a, scratchA);
  const y = wordsOf(b, scratchB);
  const b0 = load<u64>(y);
  const b1 = load<u64>(y, 8);
  const b2 = load<u64>(y, 16);
  let r0 = load<u64>(x) + b0;
  let carry = <u64>(r0 < b0);
  let r1 = load<u64>(x, 8) + b1;
  let over = <u64>(r1 < b1);
  r1 += carry;
  carry = over | <u64>(r1 < carry);
  let r2 = load<u64>(x, 16) + b2;
  over = <u64>(r2 < b2);
  r2 += carry;
  carry = over | <u64>(r2 < carry);
  let r3 = load<u64>(x, 24) + load<u64>(y, 24) + carry;
  if (r3 > P3 || (r3 == P3 && (r0 | r1 | r2) != 0)) {
    const borrow0 = <u64>(r0 == 0);
    r0 -= 1;
    const borrow1 = borrow0 & <u64>(r1 == 0);
    r1 -= borrow0;
    const borrow2 = borrow1 & <u64>(r2 == 0);
    r2 -= borrow1;
    r3 -= P3 + borrow2;
  }
  return feltCell(r0, r1, r2, r3);
}

function subFelts(a: u64, b: u64): u64 {
  const x = wordsOf(a, scratchA);
  const y = wordsOf(b, scratchB);
  const a0 = load<u64>(x);
  const a1 = load<u64>(x, 8);
  const a2 = load<u64>(x, 16);
  const b0 = load<u64>(y);
  const b1 = load<u64>(y, 8);
  const b2 = load<u64>(y, 16);
  let r0 = a0 - b0;
  let borrow = <u64>(a0 < b0);
  let r1 = a1 - b1;
  let under = <u64>(a1 < b1) | <u64>(r1 < borrow);
  r1 -= borrow;
  borrow = under;
  let r2 = a2 - b2;
  under = <u64>(a2 < b2) | <u64>(r2 < borrow);
  r2 -= borrow;
  borrow = under;
  let r3 = load<u64>(x, 24) - load<u64>(y, 24) - borrow;
  if (<i64>r3 < 0) {
    r0 += 1;
    const carry0 = <u64>(r0 == 0);
    r1 += carry0;
    const carry1 = carry0 & <u64>(r1 == 0);
    r2 += carry1;
    r3 += P3 + (carry1 & <u64>(r2 == 0));
  }
  return feltCell(r0, r1, r2, r3);
}

/**
 * The offset of an address moved by a felt, or -1. As in the reference, a felt less than 2^64 below the prime counts as
 * negative.
 */
function moved(offset: u32, felt: u64, forward: bool): i64 {
  let distance: u64;
  let negative = false;
  if ((felt & TAG) == SMALL) {
    distance = felt >> 2;
  } else {
    const at = <u32>(felt >> 2);
    const w0 = load<u64>(at);
    const high = load<u64>(at, 8) & load<u64>(at, 16);
    if (load<u64>(at, 24) == P3) {
      // Only P - 1 has the same high words as the prime.
      distance = 1;
      negative = true;
    } else if (load<u64>(at, 24) == P3 - 1 && high == 0xffffffffffffffff && w0 >= 2) {
      distance = 0xffffffffffffffff - (w0 - 2);
      negative = true;
    } else return -1;
  }
  if (distance > 0xffffffff) return -1;
  const next = negative == forward ? <i64>offset - <i64>distance : <i64>offset + <i64>distance;
  return next > 0xffffffff ? -1 : next;
}

/** a + b, or 0 if there is no sum (two addresses, or an offset out of range). */
export function add(a: u64, b: u64): u64 {
  if ((a & b & TAG) == SMALL) {
    const sum = a + b - SMALL;
    return sum < SMALL_END ? sum : feltCell(sum >> 2, 0, 0, 0);
  }
  if (isPointer(a)) {
    if (isPointer(b)) return 0;
    const offset = moved(offsetOf(a), b, true);
    return offset < 0 ? 0 : pointerCell(segmentOf(a), <u32>offset);
  }
  if (isPointer(b)) {
    const offset = moved(offsetOf(b), a, true);
    return offset < 0 ? 0 : pointerCell(segmentOf(b), <u32>offset);
  }
  return addFelts(a, b);
}

/** a - b, or 0 if there is no difference. */
export function sub(a: u64, b: u64): u64 {
  if ((a & b & TAG) == SMALL && a >= b) return a - b + SMALL;
  if (isPointer(a)) {
    if (isPointer(b)) {
      if (segmentOf(a) != segmentOf(b)) return 0;
      const x = <u64>offsetOf(a);
      const y = <u64>offsetOf(b);
      return x >= y ? smallCell(x - y) : subFelts(ZERO, smallCell(y - x));
    }
    const offset = moved(offsetOf(a), b, false);
    return offset < 0 ? 0 : pointerCell(segmentOf(a), <u32>offset);
  }
  return isPointer(b) ? 0 : subFelts(a, b);
}

/** The upper half of the product of two words. */
function highWord(x: u64, y: u64): u64 {
  const x0 = x & 0xffffffff;
  const x1 = x >> 32;
  const y0 = y & 0xffffffff;
  const y1 = y >> 32;
  const middle = x1 * y0 + ((x0 * y0) >> 32);
  const cross = x0 * y1 + (middle & 0xffffffff);
  return x1 * y1 + (middle >> 32) + (cross >> 32);
}

/** A word times a number of two words, as programs with u128 compute it: the product is below the prime. */
function shortProduct(x: u64, y: u32): u64 {
  const y0 = load<u64>(y);
  const y1 = load<u64>(y, 8);
  const low = x * y1;
  const middle = highWord(x, y0) + low;
  return feltCell(x * y0, middle, highWord(x, y1) + <u64>(middle < low), 0);
}

/** a * b, or 0 if one is an address. */
export function mul(a: u64, b: u64): u64 {
  if ((a & b & TAG) == SMALL) {
    const x = a >> 2;
    const y = b >> 2;
    if (clz(x) + clz(y) >= 68) return ((x * y) << 2) | SMALL;
    // Two factors below 2^60: the product is below the prime, so only its high word has to be computed.
    return feltCell(x * y, highWord(x, y), 0, 0);
  }
  if (isPointer(a) || isPointer(b)) return 0;
  const x = wordsOf(a, scratchA);
  const y = wordsOf(b, scratchB);
  if ((load<u64>(x, 16) | load<u64>(x, 24) | load<u64>(y, 16) | load<u64>(y, 24)) == 0) {
    if (load<u64>(x, 8) == 0) return shortProduct(load<u64>(x), y);
    if (load<u64>(y, 8) == 0) return shortProduct(load<u64>(y), x);
  }
  // The product of a big felt is nearly always big, so it is computed directly in its own memory.
  const at = newFelt();
  fieldMul(at, x, y);
  const w0 = load<u64>(at);
  if (w0 < 0x1000000000000000 && (load<u64>(at, 8) | load<u64>(at, 16) | load<u64>(at, 24)) == 0) {
    returnFelt(at);
    return smallCell(w0);
  }
  return ((<u64>at) << 2) | BIG;
}

/** a / b for felts, b not zero. */
export function div(a: u64, b: u64): u64 {
  fieldDiv(scratchOut, wordsOf(a, scratchA), wordsOf(b, scratchB));
  return cellAt(scratchOut);
}
