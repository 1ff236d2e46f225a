import { expect, test } from 'vitest';
import { formatGasSnapshot, gasDelta, parseGasSnapshot } from './gasSnapshot.ts';
import { Sample, spreadOf } from './sample.ts';

const before = new Map([
  ['swap: exact in', 2_000_000n],
  ['transfer', 1_000_000n],
  ['mint', 500_000n],
]);

test('a snapshot is read as it was written, sorted by name', () => {
  const text = formatGasSnapshot(before);
  expect(text.split('\n').slice(1)).toEqual(['mint: 500000', 'swap: exact in: 2000000', 'transfer: 1000000', '']);
  expect(parseGasSnapshot(text.replaceAll('\n', '\r\n'))).toEqual(new Map([...before].sort()));
  expect(() => parseGasSnapshot('transfer 5')).toThrow("Line 1 is not 'name: gas': transfer 5");
});

test('the table of changes shows what is dearer, cheaper, new and gone', () => {
  const after = new Map([
    ['swap: exact in', 2_010_000n],
    ['transfer', 900_000n],
    ['a|b', 5n],
  ]);
  expect(gasDelta(before, after).split('\n').slice(2, 6)).toEqual([
    '| transfer | 1,000,000 | 900,000 | -100,000 (-10.00 %) |',
    '| swap: exact in | 2,000,000 | 2,010,000 | +10,000 (+0.50 %) |',
    '| a\\|b |  | 5 | new |',
    '| mint | 500,000 |  | removed |',
  ]);
  expect(gasDelta(before, before)).toBe('No change of L2 gas in 3 entries.\n');
});

test('a sample keeps its minimum, median and maximum in limited memory', () => {
  const sample = new Sample();
  for (let i = 100_000; i > 0; i--) sample.add(i);
  const { min, median, max } = spreadOf([sample.values]);
  expect([min, max, sample.count]).toEqual([1, 100_000, 100_000]);
  expect(Math.abs(median - 50_000)).toBeLessThan(500);
  expect(spreadOf([new Sample().values])).toEqual({ min: 0, median: 0, max: 0 });
});

test('samples of several processes have one median, in which values that stand for others weigh more', () => {
  const [small, large] = [new Sample(), new Sample()];
  for (let i = 1; i <= 4; i++) small.add(i);
  for (let i = 0; i < 5000; i++) large.add(100 + (i % 10));
  expect(spreadOf([small.values, new Sample().values])).toEqual({ min: 1, median: 2, max: 4 });
  expect(spreadOf([small.values, large.values])).toMatchObject({ min: 1, max: 109 });
  expect(spreadOf([small.values, large.values]).median).toBeGreaterThan(102);
});
