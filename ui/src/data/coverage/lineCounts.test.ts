import { expect, test } from 'vitest';
import { lcov } from '../../../../src/tools/coverage/lcov.ts';
import { readLcov, stateOf } from './lineCounts.ts';

test('reads how often lines ran, and which of them left a way untaken', () => {
  const branch = (line: number, ...counts: number[]) => ({
    line,
    column: 1,
    arms: new Map(counts.map((count, i) => [`${i}`, count])),
  });
  const file = {
    lines: new Map([
      [3, 2],
      [4, 0],
      [5, 7],
    ]),
    functions: new Map([['a::f', { line: 3, count: 2 }]]),
    branches: new Map([
      ['3', branch(3, 2, 0)],
      ['4', branch(4, 0, 0)],
      ['5', branch(5, 6, 1)],
    ]),
  };
  const coverage = { files: new Map([['/a/b,c.cairo', file]]), tests: new Map(), withoutLines: [], elsewhere: [] };
  const read = readLcov(lcov({ ...coverage, isTruncated: false })).get('/a/b,c.cairo')!;
  expect([...read.counts]).toEqual([...file.lines]);
  expect([2, 3, 4, 5].map((line) => stateOf(read, line))).toEqual([undefined, 'partial', 'missed', 'ran']);
});
