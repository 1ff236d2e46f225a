import { expect, test } from 'vitest';
import { runLocal } from '../../test/support/runLocal.ts';
import { leastLimit } from './sufficientGas.ts';

const MOST = 1_210_000_000n;

/** Finds a limit for a transaction that needs at least `needed`, and returns the limits that were tried. */
function find(used: bigint, needed: bigint, required?: bigint, most = MOST) {
  const tried: bigint[] = [];
  const limit = runLocal(
    // biome-ignore lint/correctness/useYield: an execution that never pauses
    leastLimit(used, required, most, function* (limit) {
      tried.push(limit);
      return limit >= needed;
    }),
  );
  return { limit, tried };
}

test('the required gas is tried, or 10 % more than was used, and then less', () => {
  expect(find(2_000_000n, 70_000_000n, 70_000_000n)).toEqual({ limit: 70_000_000n, tried: [70_000_000n, 69_000_000n] });
  expect(find(2_000_000n, 2_300_000n, 2_300_000n)).toEqual({ limit: 2_300_000n, tried: [2_300_000n, 2_200_000n] });
  expect(find(2_000_000n, 2_150_000n, 2_150_000n)).toEqual({ limit: 2_200_000n, tried: [2_200_000n, 2_000_000n] });
});

test('a required gas that is not the lowest limit is not used', () => {
  expect(find(2_000_000n, 2_000_000n, 70_000_000n).limit).toBe(2_000_000n);
  expect(find(2_000_000n, 2_000_000n, 2_100_000n).limit).toBe(2_000_000n);
  expect(find(2_000_000n, 2_100_000n, 70_000_000n).limit).toBe(2_200_000n);
  const { limit } = find(2_000_000n, 20_000_000n, 70_000_000n);
  expect(limit).toBeGreaterThanOrEqual(20_000_000n);
  expect(limit).toBeLessThan(21_000_000n);
});

test('if the required gas is unknown, the gas used is tried first, then 10 % more', () => {
  expect(find(2_000_000n, 1_500_000n)).toEqual({ limit: 2_000_000n, tried: [2_000_000n] });
  expect(find(2_000_000n, 2_150_000n)).toEqual({ limit: 2_200_000n, tried: [2_000_000n, 2_200_000n] });
});

test('an unknown limit is found with a precision of a million, in few runs', () => {
  for (const needed of [2_200_001n, 2_900_000n, 7_654_321n, 99_999_999n, 1_209_999_999n, MOST])
    for (const required of [undefined, needed - 1n]) {
      const { limit, tried } = find(2_000_000n, needed, required);
      expect(limit).toBeGreaterThanOrEqual(needed);
      expect(limit - needed).toBeLessThan(1_000_000n);
      expect(tried.length).toBeLessThan(16);
    }
});

test('the search does not go above what the phases may use', () => {
  expect(find(1_220_000_000n, 1_220_000_000n)).toEqual({ limit: 1_220_000_000n, tried: [] });
  expect(find(1_150_000_000n, MOST)).toEqual({ limit: MOST, tried: [1_150_000_000n] });
  expect(find(1_150_000_000n, MOST - 1n, MOST - 1n)).toEqual({ limit: MOST, tried: [1_150_000_000n] });
});
