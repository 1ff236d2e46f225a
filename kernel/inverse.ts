// Inverses modulo any odd prime below 2^256 by the division steps of Bernstein and Yang (gcd.cr.yp.to). Thirty steps at a time are
// computed on the lowest words only and then applied to the whole numbers. Numbers are nine signed limbs of thirty bits.

const BITS: i32 = 30;
const MASK: i32 = 0x3fffffff;
const modulus: usize = memory.data(36, 8);
const f: usize = memory.data(36, 8);
const g: usize = memory.data(36, 8);
const d: usize = memory.data(36, 8);
const e: usize = memory.data(36, 8);

// The matrix of the last thirty steps: (f, g) becomes (u f + v g, q f + r g) / 2^30.
let u: i32 = 0;
let v: i32 = 0;
let q: i32 = 0;
let r: i32 = 0;

/** Thirty division steps; returns the new eta (minus Bernstein and Yang's delta). */
function steps(startEta: i32): i32 {
  let eta = startEta;
  let low = load<i32>(f) | (load<i32>(f, 4) << BITS);
  let other = load<i32>(g) | (load<i32>(g, 4) << BITS);
  u = 1;
  v = 0;
  q = 0;
  r = 1;
  let left = BITS;
  while (true) {
    const zeros = ctz(other | (-1 << left));
    other >>= zeros;
    u <<= zeros;
    v <<= zeros;
    eta -= zeros;
    left -= zeros;
    if (left == 0) break;
    if (eta < 0) {
      eta = -eta;
      let swap = low;
      low = other;
      other = -swap;
      swap = u;
      u = q;
      q = -swap;
      swap = v;
      v = r;
      r = -swap;
    }
    // Adds the multiple of `low` that clears as many bits of `other` as the next steps would clear one by one: (3 low) ^ 2 is the
    // inverse of `low` modulo 32.
    const bits = min(min(eta + 1, left), 5);
    const times = (-other * ((3 * low) ^ 2)) & ((1 << bits) - 1);
    other += low * times;
    q += u * times;
    r += v * times;
  }
  return eta;
}

/** Applies the matrix to f and g, whose lowest thirty bits it clears. */
function applyExact(): void {
  let carryF: i64 = 0;
  let carryG: i64 = 0;
  for (let i: usize = 0; i < 36; i += 4) {
    const fi = <i64>load<i32>(f + i);
    const gi = <i64>load<i32>(g + i);
    carryF += <i64>u * fi + <i64>v * gi;
    carryG += <i64>q * fi + <i64>r * gi;
    if (i > 0) {
      store<i32>(f + i - 4, <i32>carryF & MASK);
      store<i32>(g + i - 4, <i32>carryG & MASK);
    }
    carryF >>= BITS;
    carryG >>= BITS;
  }
  store<i32>(f, <i32>carryF, 32);
  store<i32>(g, <i32>carryG, 32);
}

/** Applies the matrix to d and e modulo the prime p. Added multiples of p clear the lowest bits, and both stay above -2 p and below p. */
function applyModulo(inverse30: i32): void {
  const signD = load<i32>(d, 32) >> 31;
  const signE = load<i32>(e, 32) >> 31;
  let timesD = (u & signD) + (v & signE);
  let timesE = (q & signD) + (r & signE);
  let carryD = <i64>u * <i64>load<i32>(d) + <i64>v * <i64>load<i32>(e);
  let carryE = <i64>q * <i64>load<i32>(d) + <i64>r * <i64>load<i32>(e);
  timesD -= (inverse30 * <i32>carryD + timesD) & MASK;
  timesE -= (inverse30 * <i32>carryE + timesE) & MASK;
  carryD = (carryD + <i64>timesD * <i64>load<i32>(modulus)) >> BITS;
  carryE = (carryE + <i64>timesE * <i64>load<i32>(modulus)) >> BITS;
  for (let i: usize = 4; i < 36; i += 4) {
    const di = <i64>load<i32>(d + i);
    const ei = <i64>load<i32>(e + i);
    const pi = <i64>load<i32>(modulus + i);
    carryD += <i64>u * di + <i64>v * ei + <i64>timesD * pi;
    carryE += <i64>q * di + <i64>r * ei + <i64>timesE * pi;
    store<i32>(d + i - 4, <i32>carryD & MASK);
    store<i32>(e + i - 4, <i32>carryE & MASK);
    carryD >>= BITS;
    carryE >>= BITS;
  }
  store<i32>(d, <i32>carryD, 32);
  store<i32>(e, <i32>carryE, 32);
}

function isZero(a: usize): bool {
  let any: i32 = 0;
  for (let i: usize = 0; i < 36; i += 4) any |= load<i32>(a + i);
  return any == 0;
}

/** a = sign * a + times * modulus, carried. */
function adjust(a: usize, sign: i32, times: i32): void {
  let carry: i32 = 0;
  for (let i: usize = 0; i < 36; i += 4) {
    carry += sign * load<i32>(a + i) + times * load<i32>(modulus + i);
    if (i < 32) {
      store<i32>(a + i, carry & MASK);
      carry >>= BITS;
    }
  }
  store<i32>(a, carry, 32);
}

/** Converts four words to nine limbs. */
function toLimbs(out: usize, a: usize): void {
  for (let i: usize = 0; i < 9; i++) {
    const at = <usize>30 * i;
    const shift = <u64>(at & 63);
    const word = a + ((at >> 6) << 3);
    let bits = load<u64>(word) >> shift;
    if (shift > 34 && i < 8) bits |= load<u64>(word, 8) << (64 - shift);
    store<i32>(out + 4 * i, <i32>bits & MASK);
  }
}

/** Converts nine limbs to four words. */
function fromLimbs(out: usize, a: usize): void {
  for (let i: usize = 0; i < 4; i++) store<u64>(out + 8 * i, 0);
  for (let i: usize = 0; i < 9; i++) {
    const at = <usize>30 * i;
    const shift = <u64>(at & 63);
    const word = out + ((at >> 6) << 3);
    const limb = <u64>load<u32>(a + 4 * i);
    store<u64>(word, load<u64>(word) | (limb << shift));
    if (shift > 34 && i < 8) store<u64>(word, load<u64>(word, 8) | (limb >> (64 - shift)), 8);
  }
}

/** out = 1 / a modulo a prime, all with four words; 0 for 0. inverse30 is the prime's inverse modulo 2^30. */
export function invertModulo(out: usize, a: usize, prime: usize, inverse30: i32): void {
  toLimbs(modulus, prime);
  toLimbs(g, a);
  memory.copy(f, modulus, 36);
  memory.fill(d, 0, 36);
  memory.fill(e, 0, 36);
  store<i32>(e, 1);
  let eta = -1;
  while (!isZero(g)) {
    eta = steps(eta);
    applyModulo(inverse30);
    applyExact();
  }
  // Now f is 1 or -1, and d is the inverse up to that sign. (For a = 0, f is the prime and d is 0.)
  const sign = load<i32>(f, 32) < 0 ? -1 : 1;
  adjust(d, 1, load<i32>(d, 32) < 0 ? 1 : 0);
  adjust(d, sign, 0);
  if (load<i32>(d, 32) < 0) adjust(d, 1, 1);
  if (load<i32>(d, 32) < 0) adjust(d, 1, 1);
  fromLimbs(out, d);
}
