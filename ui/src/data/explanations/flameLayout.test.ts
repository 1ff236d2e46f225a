import { expect, test } from 'vitest';
import { call } from '../../../test/call.ts';
import type { Call } from './explanation.ts';
import { flameBars, weightOf } from './flameLayout.ts';

const barsOf = (calls: readonly Call[]) =>
  flameBars(calls).map(({ left, width, row }) => [left, width, row].map((value) => Math.round(value * 100) / 100));

test('calls become bars as wide as their share of the gas, below their callers', () => {
  const transfer = call({ gas: 80, calls: [call({ gas: 30 }), call({ gas: 10 })] });
  expect(barsOf([transfer, call({ gas: 20 })])).toEqual([
    [0, 0.8, 0],
    [0, 0.3, 1],
    [0.3, 0.1, 1],
    [0.8, 0.2, 0],
  ]);
});

test('a class that is metered in steps weighs 100 gas a step', () => {
  expect(weightOf(call({ gas: null, steps: 7 } as never))).toBe(700);
  expect(weightOf(call({ gas: null, steps: null } as never))).toBe(0);
  expect(weightOf(call({ gas: 5, steps: 7 } as never))).toBe(5);
});

test('inner calls that weigh more than their caller through rounding stay below it', () => {
  expect(barsOf([call({ gas: 100, calls: [call({ gas: 90 }), call({ gas: 60 })] })])).toEqual([
    [0, 1, 0],
    [0, 0.6, 1],
    [0.6, 0.4, 1],
  ]);
});

test('calls that are too narrow to be seen are left out with their inner calls, and those after them keep their place', () => {
  const tiny = call({ gas: 1, calls: [call({ gas: 1 })] });
  const bars = flameBars([call({ gas: 4_999 }), tiny, call({ gas: 5_000 })]);
  expect(bars.map(({ left, row }) => [left, row])).toEqual([
    [0, 0],
    [0.5, 0],
  ]);
});

test('without gas there is nothing to draw', () => {
  expect(flameBars([call({ gas: 0 })])).toEqual([]);
  expect(flameBars([])).toEqual([]);
});
