import { expect, test } from 'vitest';
import { VmInstance } from '../../src/cairo/wasm/vmInstance.ts';
import type { Felt } from '../../src/felt/felt.ts';
import { keyOf } from '../../src/felt/key.ts';
import { negatePoint } from '../../src/felt/plain/curve.ts';
import { ecOp } from '../../src/felt/plain/ecOp.ts';
import { multiplyPoint } from '../../src/felt/secp.ts';
import { type Point, starkCurve, starkSign, starkY, startPoint } from '../../src/felt/stark.ts';
import { kernelSum } from '../support/kernelSum.ts';
import { Random } from '../support/random.ts';

const { generator, n } = starkCurve;
const random = new Random(11);

const right = (q: Point, m: bigint) => {
  const outcome = ecOp(startPoint, q, m);
  return outcome.kind === 'point' ? outcome.point : outcome;
};

/** Announces a signature, then does what an account's check does, and unrelated operations. Returns whether it was prepared. */
function check(vm: VmInstance, sender: Felt, key: Point, hash: Felt, r: Felt, s: Felt): boolean {
  const y = vm.expectSignature(keyOf(sender), keyOf(hash), keyOf(r), keyOf(s));
  const root = starkY(r);
  if (y !== undefined) expect(y).toBe(root);
  const asked: [Point, bigint][] = [
    [generator, hash],
    [negatePoint(starkCurve, key), r],
    [key, r],
    [generator, r],
    [key, s],
  ];
  if (root !== undefined) {
    const point = { x: r, y: root };
    asked.unshift([point, s], [negatePoint(starkCurve, point), s], [point, r]);
  }
  for (const [q, m] of asked) expect(kernelSum(vm, q, m)).toEqual(right(q, m));
  return y !== undefined;
}

test('the points of a valid signature are prepared correctly once the key is known', () => {
  // One instance each: a kernel caches the tables of few points, and the unrelated operations here would evict them.
  const signers = Array.from({ length: 4 }, (_, i) => {
    const privateKey = (random.felt() % n) as Felt;
    const point = multiplyPoint(starkCurve, generator, privateKey);
    // An account stores only x and accepts either y.
    return {
      vm: new VmInstance(),
      sender: random.felt(),
      privateKey,
      key: i % 2 ? point : negatePoint(starkCurve, point),
    };
  });
  const workedOut = { good: 0, bad: 0 };
  for (let round = 0; round < 6; round++)
    for (const { vm, sender, privateKey, key } of signers) {
      const hash = (random.felt() >> 1n) as Felt;
      const { r, s } = starkSign(privateKey, hash);
      // The first check uses the key more than once, so the kernel builds its table.
      const known = check(vm, sender, key, hash, r, s);
      expect(known).toBe(round >= 1);
      if (known) workedOut.good++;
      for (const [otherHash, otherR, otherS] of [
        [(hash ^ 1n) as Felt, r, s],
        [hash, random.felt(), s],
        [hash, r, random.felt()],
        [hash, r, 0n as Felt],
        [hash, 0n as Felt, s],
        [hash, r, n as Felt],
      ] as const)
        if (check(vm, sender, key, otherHash, otherR, otherS)) workedOut.bad++;
      // -s is a valid signature too.
      expect(check(vm, sender, key, hash, r, (n - s) as Felt)).toBe(true);
    }
  expect(workedOut).toEqual({ good: 20, bad: 0 });
});

test('a signature of a hash at or above the group order is prepared correctly', () => {
  const vm = new VmInstance();
  const privateKey = 77n as Felt;
  const key = multiplyPoint(starkCurve, generator, privateKey);
  for (let round = 0; round < 4; round++) {
    const { r, s } = starkSign(privateKey, BigInt(round) as Felt);
    expect(check(vm, 5n as Felt, key, (n + BigInt(round)) as Felt, r, s)).toBe(round >= 1);
  }
});
