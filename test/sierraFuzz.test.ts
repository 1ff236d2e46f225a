import { expect, test } from 'vitest';
import { printReport } from '../fuzz/report.ts';
import { fuzzSierra } from '../fuzz/sierra.ts';
import { repositoryClasses } from '../fuzz/sierraSeeds.ts';
import { isLong } from './support/longTests.ts';

test('mutated classes compile or are refused, and never cause a crash or a hang', () => {
  // The seed is fixed, so that a change is tested with the same cases. `npm run fuzz` draws its own.
  const seed = 4242;
  const small = repositoryClasses('contracts/classes').filter(({ sierra_program }) => sierra_program.length < 3000);
  const report = fuzzSierra(small, isLong ? 600 : 250, seed);
  expect(printReport(report), `seed ${seed}`).toBe(true);
  expect(Object.keys(report.outcomes).length).toBeGreaterThan(3);
});
