import { expect, test } from 'vitest';
import { finish } from '../async/steps.ts';
import type { Felt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { diffParts, diffSize } from './diffParts.ts';
import { mergeDiffs } from './mergeDiffs.ts';
import { EMPTY_DIFF, type StateDiff } from './stateDiff.ts';

const keys = Array.from({ length: 5000 }, (_, i) => keyOf(BigInt(i + 1) as Felt));
const pairs = (count: number) => new Map(keys.slice(0, count).map((key) => [key, key]));

test('the parts of a large diff are small and together have its effect', () => {
  const diff: StateDiff = {
    storage: new Map(keys.slice(0, 1500).map((key, i) => [key, pairs(i === 7 ? 5000 : (i % 3) + 1)])),
    nonces: pairs(3000),
    deployed: pairs(1025),
    replaced: new Map([[keys[2000]!, keys[0]!]]),
    declared: pairs(2),
    deprecatedDeclared: new Set([keys[9]!]),
  };
  const parts = [...diffParts(diff)];
  expect(Math.max(...parts.map(diffSize))).toBeLessThanOrEqual(2048);
  expect(parts.length).toBeGreaterThan(8);
  expect(finish(mergeDiffs(parts))).toEqual(diff);
});

test('a small diff is its only part', () => {
  expect([...diffParts(EMPTY_DIFF)]).toEqual([EMPTY_DIFF]);
});
