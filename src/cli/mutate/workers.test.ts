import { expect, test } from 'vitest';
import { dividedAmong, patienceMs, readWorkers } from './workers.ts';

test('mutants are divided among runs of the command, and many test files by the test runner', () => {
  expect(dividedAmong(2, 1)).toEqual({ runs: 2, processes: 1 });
  expect(dividedAmong(2, 7)).toEqual({ runs: 2, processes: 1 });
  expect(dividedAmong(2, 8)).toEqual({ runs: 1, processes: 2 });
  expect(dividedAmong(1, 30)).toEqual({ runs: 1, processes: 1 });
});

test('the number of workers is a small whole number', () => {
  expect(readWorkers('3')).toBe(3);
  expect(readWorkers(undefined)).toBeGreaterThanOrEqual(1);
  expect(readWorkers(undefined)).toBeLessThanOrEqual(4);
  for (const text of ['0', '-1', '1.5', 'two', '', '65', '1e1'])
    expect(() => readWorkers(text)).toThrow('--workers must be a whole number from 1 to 64');
});

test('a run with fewer test processes than the first one has more time', () => {
  // Twelve files of a minute each ran at the same time. One after the other they need twelve minutes.
  expect(patienceMs(60_000, 12, dividedAmong(4, 12), 16)).toBeGreaterThan(2 * 12 * 60_000);
  expect(patienceMs(60_000, 32, dividedAmong(4, 32), 16)).toBe(3 * 4 * 60_000 + 30_000);
  // More processes than cores did not run at the same time.
  expect(patienceMs(60_000, 32, { runs: 1, processes: 1 }, 2)).toBe(3 * 2 * 60_000 + 30_000);
  // With as many processes as before, runs share the cores.
  expect(patienceMs(60_000, 1, dividedAmong(2, 1), 16)).toBe(2 * 3 * 60_000 + 30_000);
});
