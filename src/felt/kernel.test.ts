// Compares the kernel's operations on its memory with BigInt.
import { expect, test } from 'vitest';
import { extremeFelts, randomFelt } from '../../test/support/feltSamples.ts';
import { P } from './felt.ts';
import { newKernel } from './kernel.ts';
import { inverse, squareRoot } from './plain/modular.ts';

const kernel = newKernel();
const area = kernel.reserve(4096);
const words = new BigUint64Array(kernel.memory.buffer);
const write = (slot: number, value: bigint): number => {
  const at = area + 32 * slot;
  for (let i = 0; i < 4; i++) words[at / 8 + i] = value >> BigInt(64 * i);
  return at;
};
const read = (at: number): bigint => {
  let value = 0n;
  for (let i = 3; i >= 0; i--) value = (value << 64n) | words[at / 8 + i]!;
  return value;
};

const inverseOf = new Map<bigint, bigint>();
const pairs: [bigint, bigint][] = [];
for (const a of extremeFelts) for (const b of extremeFelts) pairs.push([a, b]);
for (let i = 0; i < 3000; i++) pairs.push([randomFelt(), randomFelt()]);
for (const result of extremeFelts)
  for (let i = 0; i < 30; i++) {
    // Products at the exact boundaries of the reduction.
    const a = randomFelt() || 1n;
    inverseOf.set(a, inverse(a, P));
    pairs.push([a, (result * inverseOf.get(a)!) % P]);
  }

test('sums, differences and products agree with BigInt, even when the result overwrites an operand', () => {
  for (const [a, b] of pairs) {
    const [x, y, out] = [write(0, a), write(1, b), write(2, 0n)];
    kernel.feltMul(out, x, y);
    expect(read(out)).toBe((a * b) % P);
    kernel.feltAdd(out, x, y);
    expect(read(out)).toBe((a + b) % P);
    kernel.feltSub(out, x, y);
    expect(read(out)).toBe((a - b + P) % P);
    kernel.feltNeg(out, x);
    expect(read(out)).toBe((P - a) % P);
    expect(kernel.feltCompare(x, y)).toBe(a < b ? -1 : a > b ? 1 : 0);
    expect(kernel.feltIsZero(x)).toBe(a === 0n ? 1 : 0);
    kernel.feltMul(x, x, y);
    expect(read(x)).toBe((a * b) % P);
    kernel.feltAdd(y, y, y);
    expect(read(y)).toBe((2n * b) % P);
    kernel.feltSub(y, y, y);
    expect(read(y)).toBe(0n);
  }
});

test('inverses, quotients and roots agree with BigInt', () => {
  for (const a of [...extremeFelts, ...Array.from({ length: 300 }, randomFelt)]) {
    const [x, y, out] = [write(0, a), write(1, 7n), write(2, 0n)];
    kernel.feltInverse(out, x);
    expect(read(out)).toBe(inverse(a, P));
    kernel.feltDiv(out, y, x);
    expect(read(out)).toBe((7n * inverse(a, P)) % P);
  }
  for (const a of [...extremeFelts, ...Array.from({ length: 20 }, randomFelt)]) {
    const [x, out] = [write(0, a), write(2, 5n)];
    const root = squareRoot(a, P);
    expect(kernel.feltSqrt(out, x)).toBe(root === undefined ? 0 : 1);
    expect(read(out)).toBe(root ?? 5n);
  }
});

test('only words below P are reduced', () => {
  for (const a of extremeFelts) expect(kernel.feltIsReduced(write(0, a))).toBe(1);
  for (const a of [P, P + 1n, P + 2n ** 192n, 2n ** 252n, 2n ** 256n - 1n])
    expect(kernel.feltIsReduced(write(0, a))).toBe(0);
});

test('reservations do not overlap and grow the memory', () => {
  const fresh = newKernel();
  expect(fresh.memory.buffer.byteLength).toBe(4 * 2 ** 20);
  const first = fresh.reserve(10);
  const second = fresh.reserve(5 * 2 ** 20);
  expect(second).toBe(first + 16);
  expect(fresh.heapTop()).toBe(second + 5 * 2 ** 20);
  expect(fresh.memory.buffer.byteLength).toBeGreaterThanOrEqual(fresh.heapTop());
});
