import { mod } from '../felt/plain/modular.ts';

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

/** The inverse of a value modulo any number; undefined if it has none. */
export function invertMod(value: bigint, modulus: bigint): bigint | undefined {
  const { gcd, x } = extendedGcd(mod(value, modulus), modulus);
  return gcd === 1n ? mod(x, modulus) : undefined;
}

/** The integer square root. */
export function integerSqrt(value: bigint): bigint {
  if (value < 2n) return value;
  // Newton's method from above: it starts with a power of two that is at least the root.
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
