import { expect, test } from 'vitest';
import { fuzzTries } from '../../fuzz/tries.ts';
import { isLong } from '../support/longTests.ts';

const STATES = isLong ? 10_000 : 300;

test(`the roots of ${STATES} random states are those of the definition, and their proofs show what the states have`, () => {
  const { failures, outcomes } = fuzzTries(STATES, 42);
  expect(failures).toEqual([]);
  for (const what of ['cell', 'contract', 'class'])
    for (const kind of ['present', 'absent']) expect(outcomes[`${what} ${kind}`]).toBeGreaterThan(20);
});
