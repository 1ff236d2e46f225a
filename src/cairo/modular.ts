import { type Felt, P } from '../felt/felt.ts';

/** The remainder in [0, modulus). */
export const mod = (value: bigint, modulus: bigint): bigint => {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
};

/** gcd, x and y with a·x + b·y = gcd. */
export function extendedGcd(a: bigint, b: bigint): { gcd: bigint; x: bigint; y: bigint } {
  let [r0, r1] = [a, b];
  let [x0, x1] = [1n, 0n];
  let [y0, y1] = [0n, 1n];
  while (r1 !== 0n) {
    const quotient = r0 / r1;
    [r0, r1] = [r1, r0 - quotient * r1];
    [x0, x1] = [x1, x0 - quotient * x1];
    [y0, y1] = [y1, y0 - quotient * y1];
  }
  return r0 < 0n ? { gcd: -r0, x: -x0, y: -y0 } : { gcd: r0, x: x0, y: y0 };
}

/** The inverse of a value, undefined when it has none. */
export function invertMod(value: bigint, modulus: bigint): bigint | undefined {
  const { gcd, x } = extendedGcd(mod(value, modulus), modulus);
  return gcd === 1n ? mod(x, modulus) : undefined;
}

export function powMod(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  let square = mod(base, modulus);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** The whole square root. */
export function integerSqrt(value: bigint): bigint {
  if (value < 2n) return value;
  // Newton from above: the start is a power of two not below the root.
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** a / b in the field; b is not zero. */
export const divFelts = (a: Felt, b: Felt): Felt => ((a * invertMod(b, P)!) % P) as Felt;

/** Whether a value is zero or a square modulo an odd prime. */
export const isSquareMod = (value: bigint, prime: bigint): boolean =>
  mod(value, prime) === 0n || powMod(value, (prime - 1n) >> 1n, prime) === 1n;

/** A square root modulo an odd prime (Tonelli and Shanks), undefined when there is none; the smaller of the two. */
export function sqrtMod(value: bigint, prime: bigint): bigint | undefined {
  const target = mod(value, prime);
  if (target === 0n) return 0n;
  if (!isSquareMod(target, prime)) return undefined;
  let odd = prime - 1n;
  let twos = 0;
  while ((odd & 1n) === 0n) {
    odd >>= 1n;
    twos++;
  }
  let nonSquare = 2n;
  while (isSquareMod(nonSquare, prime)) nonSquare++;
  let generator = powMod(nonSquare, odd, prime);
  let root = powMod(target, (odd + 1n) >> 1n, prime);
  let error = powMod(target, odd, prime);
  while (error !== 1n) {
    let order = 0;
    for (let power = error; power !== 1n; power = (power * power) % prime) order++;
    let step = generator;
    for (let i = 0; i < twos - order - 1; i++) step = (step * step) % prime;
    generator = (step * step) % prime;
    twos = order;
    root = (root * step) % prime;
    error = (error * generator) % prime;
  }
  return root <= prime - root ? root : prime - root;
}
