// Gives both backends the same inputs, random and extreme.
import { describe, expect, test } from 'vitest';
import { type Felt, P } from '../../src/felt/felt.ts';
import { newKernel } from '../../src/felt/kernel.ts';
import { keyOf } from '../../src/felt/key.ts';
import { INFINITY, type Point } from '../../src/felt/plain/curve.ts';
import { secp256k1, secp256r1, starkCurve, startPoint } from '../../src/felt/plain/curves.ts';
import { mod, squareRoot } from '../../src/felt/plain/modular.ts';
import { plainBackend as plain } from '../../src/felt/plain/plainBackend.ts';
import { wasmBackend as wasm } from '../../src/felt/wasmBackend.ts';
import { extremeFelts, randomBytes, randomFelt, randomWords } from '../support/feltSamples.ts';

const values = [...extremeFelts, ...Array.from({ length: 30 }, randomFelt)];
const pairOf = (i: number): [Felt, Felt] => [values[i]!, values[(i * 11 + 5) % values.length]!];
const wordsOf = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.buffer);

describe('the kernel agrees with the definitions', () => {
  test('in the field', () => {
    for (const a of values) {
      expect(wasm.inverse(a)).toBe(plain.inverse(a));
      expect(wasm.squareRoot(a)).toBe(plain.squareRoot(a));
    }
  });

  test('on Pedersen, the second time from the cache', () => {
    for (const i of [...values.keys(), ...values.keys()]) {
      const [a, b] = pairOf(i);
      const expected = plain.pedersen(a, b);
      expect(wasm.pedersen(a, b)).toBe(expected);
      expect(wasm.pedersenKeys(keyOf(a), keyOf(b))).toBe(keyOf(expected));
    }
    const keys = values.slice(0, values.length & ~1).map(keyOf);
    expect(wasm.pedersenPairs(keys)).toEqual(plain.pedersenPairs(keys));
    expect(wasm.pedersenPairs([])).toEqual([]);
    expect(wasm.pedersenChain(5n as Felt, values.slice(0, 9))).toBe(
      plain.pedersenChain(5n as Felt, values.slice(0, 9)),
    );
    expect(wasm.pedersenChain(5n as Felt, [])).toBe(5n);
  });

  test('on Pedersen for many first inputs, each with several second ones', () => {
    // More first inputs than the kernel keeps the parts of, the zero among them.
    const firsts = [0n as Felt, ...Array.from({ length: 150 }, randomFelt)];
    for (const second of [0n as Felt, 1n as Felt, randomFelt()])
      for (const first of firsts) expect(wasm.pedersen(first, second)).toBe(plain.pedersen(first, second));
  });

  test('on Pedersen for second inputs that come again with new first ones', () => {
    // More of them than the kernel keeps the parts of, the zero among them. Some first inputs come again, too.
    const seconds = [0n as Felt, 1n as Felt, ...Array.from({ length: 100 }, randomFelt)];
    let first = 3n as Felt;
    for (const group of [seconds.slice(0, 5), seconds, seconds.slice(90)])
      for (let round = 0; round < 3; round++)
        for (const second of group) {
          const expected = plain.pedersen(first, second);
          expect(wasm.pedersen(first, second)).toBe(expected);
          if (expected % 4n > 0n) first = expected;
        }
  });

  test.each([
    { bits: 4n, after: 0n, step: 1n },
    { bits: 7n, after: 260n, step: 1n },
    { bits: 10n, after: 4100n, step: 11n },
  ])('on Pedersen for digits of windows of $bits bits', ({ bits, after, step }) => {
    // The kernel switches to larger windows with the 257th and the 4,097th hash.
    const fresh = newKernel();
    const at = fresh.reserve(96);
    const words = new BigUint64Array(fresh.memory.buffer, at, 12);
    const hash = (a: bigint, b: bigint): bigint => {
      for (let i = 0; i < 4; i++) [words[i], words[4 + i]] = [a >> BigInt(64 * i), b >> BigInt(64 * i)];
      fresh.pedersenHash(at + 64, at, at + 32);
      return words[8]! | (words[9]! << 64n) | (words[10]! << 128n) | (words[11]! << 192n);
    };
    for (let i = 0n; i < after; i++) hash(i, 1000n);
    for (let digit = 0n; digit < 1n << bits; digit += step) {
      let low = 0n;
      for (let shift = 0n; shift < 248n; shift += bits) low |= digit << shift;
      low &= 2n ** 248n - 1n;
      expect(hash(low, digit)).toBe(plain.pedersen(low as Felt, digit as Felt));
    }
    for (let high = 0n; high <= 8n; high++)
      expect(hash(high << 248n, high << 248n)).toBe(plain.pedersen((high << 248n) as Felt, (high << 248n) as Felt));
  });

  test('on Poseidon', () => {
    for (const i of values.keys()) {
      const [a, b] = pairOf(i);
      expect(wasm.poseidonPermutation([a, b, a])).toEqual(plain.poseidonPermutation([a, b, a]));
      expect(wasm.poseidonPermutation([a, a, a])).toEqual(plain.poseidonPermutation([a, a, a]));
      expect(wasm.poseidonMany(values.slice(0, i))).toBe(plain.poseidonMany(values.slice(0, i)));
    }
    // Hashes of short lists are cached: a repeated list, another order, or one zero more or less must not be confused.
    const lists = [[], [0n], [0n, 0n], [1n], [0n, 1n], [1n, 0n], values.slice(3, 9), values.slice(2, 10)] as Felt[][];
    for (let i = 0; i < 300; i++) lists.push([BigInt(i), BigInt(i % 7)].slice(0, 1 + (i % 2)) as Felt[]);
    for (const list of [...lists, ...lists]) expect(wasm.poseidonMany(list)).toBe(plain.poseidonMany(list));
  });

  test('on the compressions of byte hashes', () => {
    for (let i = 0; i < 20; i++) {
      const lanes = [wordsOf(randomBytes(200)), new Uint32Array(50)];
      lanes[1]!.set(lanes[0]!);
      plain.keccakF1600(lanes[0]!);
      wasm.keccakF1600(lanes[1]!);
      expect(lanes[1]).toEqual(lanes[0]);

      const block = wordsOf(randomBytes(64));
      const state = wordsOf(randomBytes(32));
      const states = [state.slice(), state.slice(), state.slice(), state.slice()];
      plain.sha256Block(states[0]!, block);
      wasm.sha256Block(states[1]!, block);
      expect(states[1]).toEqual(states[0]);
      const counter = i % 2 ? 64 * i : 2 ** 40 + i;
      plain.blake2sCompress(states[2]!, block, counter, i % 3 === 0);
      wasm.blake2sCompress(states[3]!, block, counter, i % 3 === 0);
      expect(states[3]).toEqual(states[2]);

      const wide = new BigUint64Array(randomBytes(128).buffer);
      const wideStates = [wide.slice(0, 8), wide.slice(0, 8)];
      plain.sha512Block(wideStates[0]!, wide);
      wasm.sha512Block(wideStates[1]!, wide);
      expect(wideStates[1]).toEqual(wideStates[0]);
    }
    for (let length = 0; length <= values.length; length++)
      expect(wasm.blake2sFelts(values.slice(0, length))).toBe(plain.blake2sFelts(values.slice(0, length)));
    for (const length of [0, 1, 31, 32, 63, 64, 65, 127, 128, 129, 1000, 4096]) {
      const bytes = randomBytes(length);
      expect(wasm.blake2s(bytes)).toEqual(plain.blake2s(bytes));
    }
  });

  test('on multiples of points', () => {
    for (const curve of [starkCurve, secp256k1, secp256r1]) {
      const { n, generator } = curve;
      const other = plain.multiplyPoint(curve, generator, randomWords(8));
      for (const scalar of [
        0n,
        1n,
        2n,
        8n,
        9n,
        16n,
        17n,
        n - 1n,
        n,
        n + 1n,
        2n * n - 1n,
        2n ** 251n,
        2n ** 256n - 1n,
      ]) {
        if (scalar >= 2n ** 256n) continue;
        for (const point of [generator, other])
          expect(wasm.multiplyPoint(curve, point, scalar)).toEqual(plain.multiplyPoint(curve, point, scalar));
      }
      for (let i = 0; i < 12; i++) {
        const scalar = randomWords(1 + (i % 8));
        for (const point of [generator, other])
          expect(wasm.multiplyPoint(curve, point, scalar)).toEqual(plain.multiplyPoint(curve, point, scalar));
      }
    }
  });

  test('on multiples of points of the secp curves with coordinates at the limits of limbs and of the field', () => {
    for (const curve of [secp256k1, secp256r1]) {
      const { p, a, b } = curve;
      const limits = [0n, p, ...Array.from({ length: 9 }, (_, i) => 2n ** BigInt(28 * (i + 1))), 2n ** 255n, p / 2n];
      let points = 0;
      for (const limit of limits)
        for (let distance = -1n; distance <= 1n; distance++) {
          const x = mod(limit + distance, p);
          const y = squareRoot(mod(x ** 3n + a * x + b, p), p);
          if (y === undefined) continue;
          points++;
          for (const scalar of [31n, randomWords(8)])
            expect(wasm.multiplyPoint(curve, { x, y }, scalar)).toEqual(plain.multiplyPoint(curve, { x, y }, scalar));
        }
      expect(points).toBeGreaterThan(10);
    }
  });

  test('on multiples of points of secp256k1 whose scalar has a part of lambda that is zero, negative or large', () => {
    const { n, generator } = secp256k1;
    const LAMBDA = 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n;
    const parts = [0n, 1n, -1n, 15n, -17n, 2n ** 64n, -(2n ** 100n), 2n ** 127n, -(2n ** 127n), 2n ** 128n - 1n];
    for (const first of parts)
      for (const second of parts) {
        const scalar = (((first + second * LAMBDA) % n) + n) % n;
        expect(wasm.multiplyPoint(secp256k1, generator, scalar), `${first} and ${second}`).toEqual(
          plain.multiplyPoint(secp256k1, generator, scalar),
        );
      }
    // All digits and carries of one half.
    for (let scalar = 1n; scalar < 64n; scalar++)
      expect(wasm.multiplyPoint(secp256k1, generator, scalar)).toEqual(
        plain.multiplyPoint(secp256k1, generator, scalar),
      );
  });

  test('on the EC builtin, its failures included', () => {
    const { generator, n } = starkCurve;
    const times = (k: bigint): Point => plain.multiplyPoint(starkCurve, generator, k);
    const kinds = new Map<string, number>();
    const compare = (p: Point, q: Point, m: bigint): void => {
      const expected = plain.ecOp(p, q, m);
      kinds.set(expected.kind, (kinds.get(expected.kind) ?? 0) + 1);
      expect(wasm.ecOp(p, q, m)).toEqual(expected);
    };
    for (let i = 0; i < 6; i++) compare(times(randomWords(8)), times(randomWords(8)), randomFelt());
    // Small multiples of one point often have the same x.
    for (let k = 1n; k < 10n; k++) for (let m = 0n; m < 40n; m++) compare(times(k), generator, m);
    for (let k = 1n; k < 10n; k++) for (let m = 0n; m < 40n; m += 3n) compare(times(n - k), generator, m);
    compare({ x: 1n, y: 1n }, generator, 5n);
    compare(generator, { x: 1n, y: 1n }, 5n);
    compare(INFINITY, generator, 5n);
    expect([...kinds.keys()].sort()).toEqual(['notOnCurve', 'point', 'sameX']);
  });

  test('on the EC builtin with repeated points, which are multiplied by a table', () => {
    const { generator, n } = starkCurve;
    const kinds = { point: 0, notOnCurve: 0, sameX: 0 };
    // More points than the kernel's cache holds; the first few are repeated so often that it builds tables for them.
    const points = Array.from({ length: 20 }, () => plain.multiplyPoint(starkCurve, generator, randomFelt()));
    for (let round = 0; round < 60; round++) {
      const q = points[round % 3 ? round % 4 : round % 20]!;
      const m = round % 7 === 0 ? BigInt(round) : randomFelt();
      // Before bit `at` the sum is the doubled point or its negative, so the step fails, unless m is shorter than that.
      const at = BigInt((round * 37) % 253);
      const meeting = (round % 2 ? 1n : -1n) * 2n ** at - (m % 2n ** at);
      const multiple = round % 5 === 0 ? randomFelt() : ((meeting % n) + n) % n;
      const p = plain.multiplyPoint(starkCurve, q, multiple);
      const expected = plain.ecOp(p, q, m);
      kinds[expected.kind]++;
      expect(wasm.ecOp(p, q, m)).toEqual(expected);
    }
    expect(kinds.point).toBeGreaterThan(5);
    expect(kinds.sameX).toBeGreaterThan(20);
    for (const m of [P - 1n, 2n ** 251n, 2n ** 251n - 1n, 3n * 2n ** 249n, 0n, 1n])
      for (let again = 0; again < 3; again++)
        expect(wasm.ecOp(points[5]!, points[6]!, m)).toEqual(plain.ecOp(points[5]!, points[6]!, m));
  });

  test('on the EC builtin from the start point, where no step fails', () => {
    const { generator, n } = starkCurve;
    const kinds = new Map<string, number>();
    const some = plain.multiplyPoint(starkCurve, generator, randomFelt());
    for (const q of [generator, some, startPoint, plain.multiplyPoint(starkCurve, startPoint, 2n)])
      for (const m of [0n, 1n, 2n, 3n, 16n, n - 2n, n - 1n, n, n + 1n, P - 1n, randomFelt(), randomFelt()]) {
        const expected = plain.ecOp(startPoint, q, m);
        kinds.set(expected.kind, (kinds.get(expected.kind) ?? 0) + 1);
        expect(wasm.ecOp(startPoint, q, m)).toEqual(expected);
      }
    // The only sum that is not a point.
    expect([...kinds]).toEqual([
      ['point', 47],
      ['sameX', 1],
    ]);
    expect(wasm.ecOp(startPoint, startPoint, 1n).kind).toBe('point');
    expect(wasm.ecOp(startPoint, { x: 1n, y: 1n }, 1n).kind).toBe('notOnCurve');
  });

  test('on signatures, good, bad and out of range', () => {
    const verdicts = { true: 0, false: 0 };
    const { n, generator } = starkCurve;
    for (let i = 0; i < 10; i++) {
      const key = (randomFelt() % n) as Felt;
      const publicKey = plain.multiplyPoint(starkCurve, generator, key).x as Felt;
      const hash = (randomFelt() >> 1n) as Felt;
      const k = randomWords(8) % n;
      const r = plain.multiplyPoint(starkCurve, generator, k).x as Felt;
      let [inverseK, rest] = [1n, n - 2n];
      for (let base = k; rest > 0n; rest >>= 1n, base = (base * base) % n)
        if (rest & 1n) inverseK = (inverseK * base) % n;
      const s = ((inverseK * (hash + r * key)) % n) as Felt;
      const cases: [Felt, Felt, Felt, Felt][] = [
        [publicKey, hash, r, s],
        [publicKey, hash, r, ((n - s) % 2n ** 251n) as Felt],
        [publicKey, r, hash, s],
        [((publicKey + 1n) % n) as Felt, hash, r, s],
        [publicKey, 0n as Felt, r, s],
        [publicKey, hash, (2n ** 251n) as Felt, s],
        [publicKey, (2n ** 251n) as Felt, r, s],
        [publicKey, hash, r, 0n as Felt],
        [publicKey, hash, 0n as Felt, s],
      ];
      for (const [index, input] of cases.entries()) {
        const expected = plain.ecdsaVerify(...input);
        if (index === 0) expect(expected).toBe(true);
        verdicts[expected ? 'true' : 'false']++;
        expect(wasm.ecdsaVerify(...input)).toBe(expected);
      }
    }
    expect(verdicts.true).toBeGreaterThan(9);
    expect(verdicts.false).toBeGreaterThan(9);
  });
});

test('the kernel grows its memory for long lists and keeps working', () => {
  const list = Array.from({ length: 120_000 }, (_, i) => BigInt(i) as Felt);
  const expected = plain.blake2sFelts(list);
  expect(wasm.blake2sFelts(list)).toBe(expected);
  expect(wasm.poseidonMany(values.slice(0, 5))).toBe(plain.poseidonMany(values.slice(0, 5)));
});

test('a key that is not below P is refused', () => {
  const wrong = '\uffff'.repeat(16) as ReturnType<typeof keyOf>;
  expect(() => wasm.pedersenKeys(wrong, keyOf(1n as Felt))).toThrow(/not below P/);
});
