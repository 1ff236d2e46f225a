import { describe, expect, test } from 'vitest';
import type { FeltKey } from '../../felt/key.ts';
import { addCounts, mergeCall, type ProfiledCall } from './profiledCalls.ts';

const node = (start: number, counts: number[], caller = -1, site = 0) => ({
  start,
  counts: Uint32Array.from(counts),
  caller,
  site,
});

test('counts of runs are added by function and path of calls', () => {
  const sums = [node(0, [1, 1]), node(4, [2], 0, 1)];
  // The same function at another place, and below the first one.
  addCounts(sums, [node(0, [1, 0]), node(4, [3], 0, 0), node(4, [5], 0, 1), node(8, [7], 1, 4)]);
  expect(sums.map(({ start, counts, caller, site }) => [start, [...counts], caller, site])).toEqual([
    [0, [2, 1], -1, 0],
    [4, [7], 0, 1],
    [4, [3], 0, 0],
    [8, [7], 2, 4],
  ]);
});

describe('calls of a caller', () => {
  const call = (selector: string, gasConsumed: number, inner: ProfiledCall[] = []): ProfiledCall => ({
    call: { classHash: 'c' as FeltKey, selector: selector as FeltKey, entryPointType: 'EXTERNAL' },
    tracked: 'SierraGas',
    program: undefined,
    gasConsumed,
    steps: 10,
    counts: [node(0, [1])],
    usages: new Map([['StorageRead', { count: 1, felts: 0 }]]),
    inner,
  });

  test('are one if they are of the same function, however many there are', () => {
    const calls: ProfiledCall[] = [];
    for (let i = 0; i < 1000; i++) mergeCall(calls, call('a', 5, [call('b', 2)]));
    mergeCall(calls, call('b', 3));
    expect(calls.map(({ gasConsumed, steps, counts }) => [gasConsumed, steps, counts[0]!.counts[0]])).toEqual([
      [5000, 10_000, 1000],
      [3, 10, 1],
    ]);
    expect(calls[0]!.inner.map(({ gasConsumed }) => gasConsumed)).toEqual([2000]);
    expect(calls[0]!.usages.get('StorageRead')).toEqual({ count: 1000, felts: 0 });
  });
});
