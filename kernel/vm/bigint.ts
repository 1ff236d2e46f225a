// Integers of up to 512 bits in 32-bit limbs, for the hints that divide.

const quotientLimbs = <u32>memory.data(80, 16);
const numerator = <u32>memory.data(80, 16);
const denominator = <u32>memory.data(48, 16);

function limbsUsed(at: u32, limbs: u32): u32 {
  while (limbs > 0 && load<u32>(at + ((limbs - 1) << 2)) == 0) limbs--;
  return limbs;
}

/** The same for a b of 2^64 or 2^128, which is often used to take numbers apart: the remainder has the lowest bytes. */
function divideByPower(quotient: u32, remainder: u32, a: u32, bytes: u32): void {
  memory.fill(quotient, 0, 32);
  memory.fill(remainder, 0, 32);
  for (let at: u32 = 0; at < 32; at += 8) {
    if (at < bytes) store<u64>(remainder + at, load<u64>(a + at));
    else store<u64>(quotient + at - bytes, load<u64>(a + at));
  }
}

/**
 * quotient = a / b and remainder = a % b, all with 32 bytes; b is not zero. Knuth's long division (algorithm D).
 */
export function divide(quotient: u32, remainder: u32, a: u32, b: u32): void {
  if (load<u64>(b) == 0 && (load<u64>(b, 8) | load<u64>(b, 16)) == 1 && load<u64>(b, 24) == 0) {
    divideByPower(quotient, remainder, a, load<u64>(b, 8) == 1 ? 8 : 16);
    return;
  }
  const n = limbsUsed(b, 8);
  const m = limbsUsed(a, 8);
  memory.fill(quotientLimbs, 0, 32);
  if (m <= 2 && n <= 2) {
    const x = load<u64>(a);
    const y = load<u64>(b);
    memory.fill(quotient, 0, 32);
    memory.fill(remainder, 0, 32);
    store<u64>(quotient, x / y);
    store<u64>(remainder, x % y);
    return;
  }
  if (m < n) {
    memory.copy(remainder, a, 32);
    memory.fill(quotient, 0, 32);
    return;
  }
  if (n == 1) {
    const divisor = <u64>load<u32>(b);
    let rest: u64 = 0;
    for (let i = <i32>m - 1; i >= 0; i--) {
      const value = (rest << 32) | <u64>load<u32>(a + (i << 2));
      store<u32>(quotientLimbs + (i << 2), <u32>(value / divisor));
      rest = value % divisor;
    }
    memory.copy(quotient, quotientLimbs, 32);
    memory.fill(remainder, 0, 32);
    store<u64>(remainder, rest);
    return;
  }
  const shift = clz(load<u32>(b + ((n - 1) << 2)));
  shiftLeft(denominator, b, n, shift);
  store<u32>(numerator + (m << 2), 0);
  shiftLeft(numerator, a, m, shift);
  const top = <u64>load<u32>(denominator + ((n - 1) << 2));
  const second = <u64>load<u32>(denominator + ((n - 2) << 2));
  for (let j = <i32>(m - n); j >= 0; j--) {
    const window = numerator + (j << 2);
    const head = ((<u64>load<u32>(window + (n << 2))) << 32) | <u64>load<u32>(window + ((n - 1) << 2));
    let digit = head / top;
    let rest = head % top;
    while (digit >> 32 != 0 || digit * second > ((rest << 32) | <u64>load<u32>(window + ((n - 2) << 2)))) {
      digit--;
      rest += top;
      if (rest >> 32 != 0) break;
    }
    let borrow: i64 = 0;
    let carry: u64 = 0;
    for (let i: u32 = 0; i < n; i++) {
      const product = digit * <u64>load<u32>(denominator + (i << 2)) + carry;
      carry = product >> 32;
      const value = <i64>load<u32>(window + (i << 2)) - <i64>(product & 0xffffffff) + borrow;
      store<u32>(window + (i << 2), <u32>value);
      borrow = value >> 32;
    }
    const last = <i64>load<u32>(window + (n << 2)) - <i64>carry + borrow;
    store<u32>(window + (n << 2), <u32>last);
    if (last < 0) {
      digit--;
      carry = 0;
      for (let i: u32 = 0; i < n; i++) {
        const sum = <u64>load<u32>(window + (i << 2)) + <u64>load<u32>(denominator + (i << 2)) + carry;
        store<u32>(window + (i << 2), <u32>sum);
        carry = sum >> 32;
      }
      store<u32>(window + (n << 2), load<u32>(window + (n << 2)) + <u32>carry);
    }
    store<u32>(quotientLimbs + (j << 2), <u32>digit);
  }
  memory.copy(quotient, quotientLimbs, 32);
  memory.fill(remainder, 0, 32);
  for (let i: u32 = 0; i < n; i++) {
    const low = load<u32>(numerator + (i << 2));
    const high = i + 1 < n ? load<u32>(numerator + ((i + 1) << 2)) : 0;
    store<u32>(remainder + (i << 2), <u32>((((<u64>high) << 32) | <u64>low) >> shift));
  }
}

// out (limbs + 1 limbs) = value << shift
function shiftLeft(out: u32, value: u32, limbs: u32, shift: u32): void {
  let carry: u64 = 0;
  for (let i: u32 = 0; i < limbs; i++) {
    const wide = ((<u64>load<u32>(value + (i << 2))) << shift) | carry;
    store<u32>(out + (i << 2), <u32>wide);
    carry = wide >> 32;
  }
  store<u32>(out + (limbs << 2), <u32>carry);
}

/** out (32 bytes) = a * b for a and b below 2^128. */
export function multiply128(out: u32, a: u32, b: u32): void {
  memory.fill(out, 0, 32);
  for (let i: u32 = 0; i < 4; i++) {
    let carry: u64 = 0;
    const x = <u64>load<u32>(a + (i << 2));
    for (let j: u32 = 0; j < 4; j++) {
      const at = out + ((i + j) << 2);
      const value = x * <u64>load<u32>(b + (j << 2)) + <u64>load<u32>(at) + carry;
      store<u32>(at, <u32>value);
      carry = value >> 32;
    }
    store<u32>(out + ((i + 4) << 2), <u32>carry);
  }
}

/** -1, 0 or 1 if a is less than, equal to or greater than b (32 bytes). */
export function compare(a: u32, b: u32): i32 {
  for (let i: i32 = 24; i >= 0; i -= 8) {
    const x = load<u64>(a + i);
    const y = load<u64>(b + i);
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}
