import { expect, test } from 'vitest';
import { call } from '../../../test/call.ts';
import type { Call } from './explanation.ts';
import { flameBars, otherGas, paidCalls, weightOf } from './flameLayout.ts';

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

test('of thousands of calls the widest are drawn, each below its caller', () => {
  const narrow = Array.from({ length: 1_000 }, (_, i) => call({ gas: i % 2 ? 10 : 8, calls: [call({ gas: 8 })] }));
  const bars = flameBars([call({ gas: 9_000, calls: narrow })]);
  expect(bars).toHaveLength(500);
  expect(Math.min(...bars.map(({ call: { gas } }) => Number(gas)))).toBe(10);
});

test('without gas there is nothing to draw', () => {
  expect(flameBars([call({ gas: 0 })])).toEqual([]);
  expect(flameBars([])).toEqual([]);
});

test('calls and everything else together are the gas of the receipt', () => {
  const calls = [
    call({ phase: 'VALIDATE', gas: 20 }),
    call({ phase: 'EXECUTE', gas: 50 }),
    call({ phase: 'FEE_TRANSFER', gas: 1_000 }),
  ];
  const parts = { data: '5', new_storage_cells: '0', operating_system: '25' };
  const fee = { amount: '1', unit: 'FRI', l1_gas: '0', l1_data_gas: '0', l2_gas: '100', l2_gas_parts: parts } as const;
  expect(paidCalls(calls).map(weightOf)).toEqual([20, 50]);
  expect(otherGas({ calls, fee })).toEqual([
    { name: 'calldata, signature, events and code as data', gas: 5 },
    { name: 'operating system', gas: 25 },
  ]);
  expect(otherGas({ calls, fee: null })).toEqual([]);
  expect(barsOf([call({ gas: 30 })])).toEqual([[0, 1, 0]]);
  expect(flameBars([call({ gas: 30 })], 70)[0]).toMatchObject({ left: 0, width: 0.3 });
});
