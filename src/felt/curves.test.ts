import { p256 } from '@noble/curves/nist.js';
import { secp256k1 as nobleK1 } from '@noble/curves/secp256k1.js';
import * as scure from '@scure/starknet';
import { expect, test } from 'vitest';
import { extremeFelts, randomFelt, randomWords } from '../../test/support/feltSamples.ts';
import { type Felt, FeltError, P, toFelt } from './felt.ts';
import { addFelts, divFelts, mulFelts, sqrtFelt, subFelts } from './field.ts';
import { negatePoint } from './plain/curve.ts';
import { addPoints, isOnCurve, multiplyPoint, pointFromX, secp256k1, secp256r1 } from './secp.ts';
import * as stark from './stark.ts';

const ZERO = toFelt(0n);
const hex = (value: bigint): string => value.toString(16);
const { starkCurve } = stark;
const { generator, n } = starkCurve;
const G = scure.Point.BASE;

test('field operations undo each other', () => {
  for (const a of [...extremeFelts, randomFelt()]) {
    const b = randomFelt();
    expect(subFelts(addFelts(a, b), b)).toBe(a);
    expect(addFelts(a, subFelts(ZERO, a))).toBe(0n);
    expect(mulFelts(divFelts(a, b), b)).toBe(a);
    const square = mulFelts(a, a);
    expect([a, subFelts(ZERO, a)]).toContain(sqrtFelt(square));
    expect(sqrtFelt(square)! <= (P - 1n) / 2n).toBe(true);
  }
  expect(sqrtFelt(3n as Felt)).toBeUndefined();
  // More roots than the cache holds, twice: the results stay the same.
  const roots = Array.from({ length: 100 }, (_, i) => sqrtFelt(BigInt(i) as Felt));
  for (const i of [99, 50, 99, 3, ...roots.keys()]) expect(sqrtFelt(BigInt(i) as Felt)).toBe(roots[i]);
  for (const [i, root] of roots.entries()) if (root !== undefined) expect(mulFelts(root, root)).toBe(BigInt(i));
  expect(() => divFelts(1n as Felt, 0n as Felt)).toThrow(FeltError);
});

test('powers of a number of order 2^192 have roots where their exponent is even', () => {
  let g = toFelt(3n);
  for (let i = 0; i < 59; i++) g = mulFelts(g, g);
  for (let i = 0; i < 17; i++) g = mulFelts(g, toFelt(3n));
  const check = (power: Felt, isSquare: boolean) => {
    const root = sqrtFelt(power);
    expect(root === undefined ? undefined : mulFelts(root, root)).toBe(isSquare ? power : undefined);
  };
  let [low, high] = [g, g];
  for (let exponent = 1; exponent <= 200; exponent++, low = mulFelts(low, g)) check(low, exponent % 2 === 0);
  for (let doublings = 0; doublings <= 192; doublings++, high = mulFelts(high, high)) {
    check(high, doublings > 0);
    check(mulFelts(high, g), doublings === 0);
  }
});

test('Stark points add and multiply as in @scure/starknet', () => {
  for (const scalar of [1n, 2n, 3n, 16n, n - 1n, n - 2n, randomFelt() as bigint, randomFelt() as bigint]) {
    const expected = G.multiply(scalar).toAffine();
    expect(multiplyPoint(starkCurve, generator, scalar)).toEqual(expected);
    const other = multiplyPoint(starkCurve, generator, 5n);
    expect(addPoints(starkCurve, expected, other)).toEqual(G.multiply(scalar).add(G.multiply(5n)).toAffine());
  }
  expect(multiplyPoint(starkCurve, generator, n)).toEqual(stark.INFINITY);
  expect(multiplyPoint(starkCurve, generator, 0n)).toEqual(stark.INFINITY);
  expect(addPoints(starkCurve, generator, negatePoint(starkCurve, generator))).toEqual(stark.INFINITY);
  expect(addPoints(starkCurve, generator, stark.INFINITY)).toEqual(generator);
});

test('signatures equal those of @scure/starknet and verify', () => {
  for (let i = 0; i < 6; i++) {
    const key = (randomFelt() % n) as Felt;
    const hash = (randomFelt() >> BigInt(1 + 40 * i)) as Felt;
    const expected = scure.sign(hex(hash).padStart(64, '0'), hex(key));
    const { r, s } = stark.starkSign(key, hash);
    expect({ r, s }).toEqual({ r: expected.r, s: expected.s });
    const publicKey = stark.starkPublicKey(key);
    expect(publicKey).toBe(BigInt(scure.getStarkKey(hex(key))));
    expect(stark.starkVerify(publicKey, hash, r, s)).toBe(true);
    expect(stark.starkVerify(publicKey, addFelts(hash, 1n as Felt), r, s)).toBe(false);
    expect(stark.starkVerify(publicKey, hash, s, r)).toBe(false);
  }
  expect(stark.starkVerify(1n as Felt, 1n as Felt, 0n as Felt, 1n as Felt)).toBe(false);
  expect(stark.starkVerify(1n as Felt, 1n as Felt, 1n as Felt, 0n as Felt)).toBe(false);
});

test('the EC builtin adds bit by bit and stops where two points share x', () => {
  const q = multiplyPoint(starkCurve, generator, 77n);
  const m = randomFelt();
  expect(stark.ecOp(q, generator, m)).toEqual({
    kind: 'point',
    point: addPoints(starkCurve, q, multiplyPoint(starkCurve, generator, m)),
  });
  expect(stark.ecOp(q, generator, 0n as Felt)).toEqual({ kind: 'point', point: q });
  expect(stark.ecOp(q, q, 0n as Felt)).toEqual({ kind: 'point', point: q });
  expect(stark.ecOp(q, q, 1n as Felt)).toEqual({ kind: 'sameX', partialSum: q, doubled: q });
  const doubled = multiplyPoint(starkCurve, generator, 4n);
  // At the third bit, the partial sum 3 G + 1 G equals the doubled point 4 G.
  const three = multiplyPoint(starkCurve, generator, 3n);
  expect(stark.ecOp(three, generator, 0b101n as Felt)).toEqual({ kind: 'sameX', partialSum: doubled, doubled });
  const off = { x: 1n, y: 1n };
  expect(stark.ecOp(off, q, 1n as Felt)).toEqual({ kind: 'notOnCurve', point: off });
  expect(stark.ecOp(q, off, 1n as Felt)).toEqual({ kind: 'notOnCurve', point: off });
});

test.each([
  [secp256k1, nobleK1.Point],
  [secp256r1, p256.Point],
] as const)('secp points agree with @noble/curves', (curve, Noble) => {
  for (let i = 0; i < 5; i++) {
    const scalar = randomWords(8) % curve.n;
    const point = multiplyPoint(curve, curve.generator, scalar);
    expect(point).toEqual(Noble.BASE.multiply(scalar).toAffine());
    expect(isOnCurve(curve, point)).toBe(true);
    expect(addPoints(curve, point, curve.generator)).toEqual(Noble.BASE.multiply(scalar).add(Noble.BASE).toAffine());
    expect(addPoints(curve, point, point)).toEqual(Noble.BASE.multiply(scalar).double().toAffine());
    expect(pointFromX(curve, point.x, (point.y & 1n) === 1n)).toEqual(point);
  }
  const wide = 2n ** 256n - 1n;
  expect(multiplyPoint(curve, curve.generator, wide)).toEqual(Noble.BASE.multiply(wide % curve.n).toAffine());
  expect(multiplyPoint(curve, curve.generator, curve.n)).toEqual({ x: 0n, y: 0n });
  expect(multiplyPoint(curve, { x: 0n, y: 0n }, 5n)).toEqual({ x: 0n, y: 0n });
  expect(() => multiplyPoint(curve, { x: 1n, y: 1n }, 5n)).toThrow(/\(1, 1\) is not a point/);
  expect(() => isOnCurve(curve, { x: curve.p, y: 1n })).toThrow(FeltError);
  expect(() => pointFromX(curve, -1n, true)).toThrow(FeltError);
});

test('points off the curve, keys and hashes out of range are refused by name', () => {
  expect(() => addPoints(starkCurve, { x: 1n, y: 1n }, generator)).toThrow(/\(1, 1\)/);
  expect(() => multiplyPoint(starkCurve, { x: P, y: 1n }, 1n)).toThrow(FeltError);
  expect(() => multiplyPoint(starkCurve, generator, -1n)).toThrow(FeltError);
  expect(() => stark.starkPublicKey(0n as Felt)).toThrow(FeltError);
  expect(() => stark.starkSign(1n as Felt, (2n ** 251n) as Felt)).toThrow(FeltError);
  expect(isOnCurve(starkCurve, generator)).toBe(true);
  expect(isOnCurve(starkCurve, { x: 1n, y: 1n })).toBe(false);
  expect(pointFromX(starkCurve, generator.x, (generator.y & 1n) === 1n)).toEqual(generator);
});
