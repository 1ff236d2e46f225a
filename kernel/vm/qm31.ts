// Arithmetic of packed QM31 numbers: four coordinates of 36 bits, each below 2^31 - 1, in one felt.
// (a + b i) + (c + d i) u with i^2 = -1 and u^2 = 2 + i.
import { feltCell, isFelt, wordsOf } from './cells';
import * as errors from './errorCodes.generated';
import { fail } from './errors';

const M: u64 = 0x7fffffff;
const MASK: u64 = 0xfffffffff;

const spare = <u32>memory.data(32, 32);
const left = <u32>memory.data(32, 8);
const right = <u32>memory.data(32, 8);

function unpack(cell: u64, out: u32): bool {
  const at = wordsOf(cell, spare);
  const w0 = load<u64>(at);
  const w1 = load<u64>(at, 8);
  const w2 = load<u64>(at, 16);
  if (load<u64>(at, 24) != 0 || w2 >= 0x10000) return false;
  store<u64>(out, w0 & MASK);
  store<u64>(out, ((w0 >> 36) | (w1 << 28)) & MASK, 8);
  store<u64>(out, (w1 >> 8) & MASK, 16);
  store<u64>(out, ((w1 >> 44) | (w2 << 20)) & MASK, 24);
  return load<u64>(out) < M && load<u64>(out, 8) < M && load<u64>(out, 16) < M && load<u64>(out, 24) < M;
}

function pack(a: u64, b: u64, c: u64, d: u64): u64 {
  return feltCell(a | (b << 36), (b >> 28) | (c << 8) | (d << 44), d >> 20, 0);
}

function inverse(x: u64): u64 {
  // x^(M - 2): all bits of the exponent except the second are one.
  let result = x;
  for (let bit = 29; bit >= 0; bit--) {
    result = (result * result) % M;
    if (bit != 1) result = (result * x) % M;
  }
  return result;
}

/** The operations. */
export const ADD: u32 = 0;
export const SUB: u32 = 1;
export const MUL: u32 = 2;
export const DIV: u32 = 3;

/** x op y as packed QM31 numbers; 0 after an error was recorded. */
export function qm31(op: u32, x: u64, y: u64): u64 {
  if (!isFelt(x) || !isFelt(y)) {
    fail(op == ADD ? errors.QM31_ADD_POINTER : op == SUB ? errors.QM31_SUB_POINTER : errors.MUL_POINTER, x, y);
    return 0;
  }
  if (!unpack(x, left)) {
    fail(errors.QM31_UNREDUCED, x);
    return 0;
  }
  if (!unpack(y, right)) {
    fail(errors.QM31_UNREDUCED, y);
    return 0;
  }
  let a = load<u64>(left);
  let b = load<u64>(left, 8);
  let c = load<u64>(left, 16);
  let d = load<u64>(left, 24);
  let e = load<u64>(right);
  let f = load<u64>(right, 8);
  let g = load<u64>(right, 16);
  let h = load<u64>(right, 24);
  if (op == ADD) return pack((a + e) % M, (b + f) % M, (c + g) % M, (d + h) % M);
  if (op == SUB) return pack((a + M - e) % M, (b + M - f) % M, (c + M - g) % M, (d + M - h) % M);
  if (op == DIV) {
    if ((e | f | g | h) == 0) {
      fail(errors.DIVIDED_BY_ZERO);
      return 0;
    }
    // 1 / (A + B u) = (A - B u) / (A^2 - (2 + i) B^2), with A = e + f i and B = g + h i.
    const g2 = (g * g + (M - h) * h) % M;
    const gh = (2 * g * h) % M;
    const re = (e * e + (M - f) * f + 2 * (M - g2) + gh) % M;
    const im = (2 * e * f + 2 * (M - gh) + (M - g2)) % M;
    const norm = inverse((re * re + im * im) % M);
    const p = (re * norm) % M;
    const q = ((M - im) * norm) % M;
    const e2 = (e * p + (M - f) * q) % M;
    const f2 = (e * q + f * p) % M;
    const g3 = (g * p + (M - h) * q) % M;
    const h2 = (g * q + h * p) % M;
    e = e2;
    f = f2;
    g = (M - g3) % M;
    h = (M - h2) % M;
  }
  // (A + B u)(C + D u) = AC + (2 + i) BD + (AD + BC) u
  const bdRe = (c * g + (M - d) * h) % M;
  const bdIm = (c * h + d * g) % M;
  return pack(
    (a * e + (M - b) * f + 2 * bdRe + (M - bdIm)) % M,
    (a * f + b * e + 2 * bdIm + bdRe) % M,
    (a * g + (M - b) * h + c * e + (M - d) * f) % M,
    (a * h + b * g + c * f + d * e) % M,
  );
}
