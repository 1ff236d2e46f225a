import { expect, test } from 'vitest';
import fc from '../../test/support/properties.ts';
import { finish } from '../async/steps.ts';
import { toFelt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { mergeDiffs } from './mergeDiffs.ts';
import { EMPTY_MERGED_DIFF, withDiff } from './mergedDiff.ts';
import type { StateDiff } from './stateDiff.ts';

// Few keys, so that diffs change the same contracts, cells and classes.
const key = fc.integer({ min: 0, max: 5 }).map((number) => keyOf(toFelt(number)));
const pairs = fc.array(fc.tuple(key, key), { maxLength: 4 }).map((entries) => new Map(entries));
const cells = fc.array(fc.tuple(key, key), { minLength: 1, maxLength: 4 }).map((entries) => new Map(entries));
const anyDiff: fc.Arbitrary<StateDiff> = fc.record({
  storage: fc.array(fc.tuple(key, cells), { maxLength: 4 }).map((entries) => new Map(entries)),
  nonces: pairs,
  deployed: pairs,
  replaced: pairs,
  declared: pairs,
  deprecatedDeclared: fc.array(key, { maxLength: 3 }).map((keys) => new Set(keys)),
});

// A transaction replaces the class of a contract that was there before it.
const diff = anyDiff.map((any) => ({
  ...any,
  replaced: new Map([...any.replaced].filter(([address]) => !any.deployed.has(address))),
}));

/** A diff as plain maps and sets, whatever it is made of. */
const plain = ({ storage, nonces, deployed, replaced, declared, deprecatedDeclared }: StateDiff) => ({
  storage: new Map([...storage].map(([address, written]) => [address, new Map(written)])),
  nonces: new Map(nonces),
  deployed: new Map(deployed),
  replaced: new Map(replaced),
  declared: new Map(declared),
  deprecatedDeclared: new Set(deprecatedDeclared),
});

test('after each step, adding diffs one by one gives the same as merging all of them', () => {
  fc.assert(
    fc.property(fc.array(diff, { maxLength: 8 }), (diffs) => {
      const steps = [EMPTY_MERGED_DIFF];
      for (const each of diffs) steps.push(withDiff(steps.at(-1)!, each));
      // An earlier value is not changed by what was added to it.
      for (const [count, merged] of steps.entries()) {
        expect(plain(merged)).toEqual(plain(finish(mergeDiffs(diffs.slice(0, count)))));
        expect(merged.storage.size).toBe(plain(merged).storage.size);
        expect(merged.deprecatedDeclared.size).toBe(plain(merged).deprecatedDeclared.size);
      }
    }),
  );
});
