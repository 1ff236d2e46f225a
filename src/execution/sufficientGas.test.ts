import { expect, test } from 'vitest';
import { runLocal } from './environment.ts';
import { leastLimit } from './sufficientGas.ts';

const MOST = 1_210_000_000n;

/** Finds a limit for a transaction that runs from `needed` on, and tells which limits were tried. */
function find(used: bigint, needed: bigint, demanded?: bigint, most = MOST) {
  const tried: bigint[] = [];
  const limit = runLocal(
    // biome-ignore lint/correctness/useYield: an execution that never pauses
    leastLimit(used, demanded, most, function* (limit) {
      tried.push(limit);
      return limit >= needed;
    }),
  );
  return { limit, tried };
}

test('what the run demanded is tried, or a tenth more than it used, and then less', () => {
  expect(find(2_000_000n, 70_000_000n, 70_000_000n)).toEqual({ limit: 70_000_000n, tried: [70_000_000n, 69_000_000n] });
  expect(find(2_000_000n, 2_300_000n, 2_300_000n)).toEqual({ limit: 2_300_000n, tried: [2_300_000n, 2_200_000n] });
  expect(find(2_000_000n, 2_150_000n, 2_150_000n)).toEqual({ limit: 2_200_000n, tried: [2_200_000n, 2_000_000n] });
});

test('a demand that is not the smallest limit does not decide', () => {
  expect(find(2_000_000n, 2_000_000n, 70_000_000n).limit).toBe(2_000_000n);
  expect(find(2_000_000n, 2_000_000n, 2_100_000n).limit).toBe(2_000_000n);
  expect(find(2_000_000n, 2_100_000n, 70_000_000n).limit).toBe(2_200_000n);
  const { limit } = find(2_000_000n, 20_000_000n, 70_000_000n);
  expect(limit).toBeGreaterThanOrEqual(20_000_000n);
  expect(limit).toBeLessThan(21_000_000n);
});

test('without a known demand what was used comes first, then a tenth more', () => {
  expect(find(2_000_000n, 1_500_000n)).toEqual({ limit: 2_000_000n, tried: [2_000_000n] });
  expect(find(2_000_000n, 2_150_000n)).toEqual({ limit: 2_200_000n, tried: [2_000_000n, 2_200_000n] });
});

test('a limit that is not known is found to a million, in few tries', () => {
  for (const needed of [2_200_001n, 2_900_000n, 7_654_321n, 99_999_999n, 1_209_999_999n, MOST])
    for (const demanded of [undefined, needed - 1n]) {
      const { limit, tried } = find(2_000_000n, needed, demanded);
      expect(limit).toBeGreaterThanOrEqual(needed);
      expect(limit - needed).toBeLessThan(1_000_000n);
      expect(tried.length).toBeLessThan(16);
    }
});

test('more than phases may use is not searched for', () => {
  expect(find(1_220_000_000n, 1_220_000_000n)).toEqual({ limit: 1_220_000_000n, tried: [] });
  expect(find(1_150_000_000n, MOST)).toEqual({ limit: MOST, tried: [1_150_000_000n] });
  expect(find(1_150_000_000n, MOST - 1n, MOST - 1n)).toEqual({ limit: MOST, tried: [1_150_000_000n] });
});
