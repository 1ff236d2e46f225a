import { expect, test } from 'vitest';
import fc from '../../test/support/properties.ts';
import { type Felt, P } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { cellIn, cellsIn, keysIn, packDiff, packDiffSteps, unpackDiff, unpackDiffSteps } from './packedDiff.ts';
import { EMPTY_DIFF, type StateDiff } from './stateDiff.ts';

const key = fc.bigInt({ min: 0n, max: P - 1n }).map((felt) => keyOf(felt as Felt));
const pairs = fc.array(fc.tuple(key, key), { maxLength: 4 }).map((entries) => new Map(entries));
const diff: fc.Arbitrary<StateDiff> = fc.record({
  storage: fc.array(fc.tuple(key, pairs), { maxLength: 4 }).map((entries) => new Map(entries)),
  nonces: pairs,
  deployed: pairs,
  replaced: pairs,
  declared: pairs,
  deprecatedDeclared: fc.array(key, { maxLength: 3 }).map((keys) => new Set(keys)),
});

test('unpacking gives the packed diff, in the same order', () => {
  fc.assert(
    fc.property(diff, (given) => {
      const back = unpackDiff(packDiff(given));
      expect(back).toEqual(given);
      expect([...back.storage.keys()]).toEqual([...given.storage.keys()]);
    }),
  );
  expect(unpackDiff(packDiff(EMPTY_DIFF))).toEqual(EMPTY_DIFF);
});

test('a cell is found in a packed diff as in the unpacked one', () => {
  fc.assert(
    fc.property(diff, key, key, (given, address, cell) => {
      const packed = packDiff(given);
      for (const [contract, cells] of given.storage)
        for (const [at, value] of cells) expect(cellIn(packed, contract, at)).toBe(value);
      expect(cellIn(packed, address, cell)).toBe(given.storage.get(address)?.get(cell));
      for (const [contract, cells] of given.storage) expect([...keysIn(packed, contract)]).toEqual([...cells.keys()]);
      for (const contract of given.storage.keys())
        expect(cellIn(packed, contract, cell)).toBe(given.storage.get(contract)?.get(cell));
    }),
  );
});

test('all cells of a packed diff are found, in its order', () => {
  fc.assert(
    fc.property(diff, (given) => {
      expect([...cellsIn(packDiff(given))]).toEqual(
        [...given.storage].flatMap(([address, cells]) => [...cells.keys()].map((at) => [address, at])),
      );
    }),
  );
});

test('a list may be longer than a 16-bit length can express', () => {
  const cells = new Map(Array.from({ length: 70_000 }, (_, i) => [keyOf(BigInt(i) as Felt), keyOf(1n as Felt)]));
  const given: StateDiff = { ...EMPTY_DIFF, storage: new Map([[keyOf(1n as Felt), cells]]) };
  expect(unpackDiff(packDiff(given)).storage.get(keyOf(1n as Felt))?.size).toBe(70_000);
});

test('a large diff is packed and unpacked as a small one is, in many steps', () => {
  const keys = Array.from({ length: 10_000 }, (_, i) => keyOf(BigInt(i + 1) as Felt));
  const long = new Map(keys.map((each) => [each, each]));
  const one = new Map([[keys[0]!, keys[1]!]]);
  for (const storage of [new Map([[keys[0]!, long]]), new Map(keys.map((each) => [each, one]))]) {
    const large = { ...EMPTY_DIFF, storage, nonces: long };
    const packed = packDiff(large);
    expect(unpackDiff(packed)).toEqual(large);
    for (const steps of [packDiffSteps(large), unpackDiffSteps(packed)]) expect([...steps].length).toBeGreaterThan(10);
  }
});
