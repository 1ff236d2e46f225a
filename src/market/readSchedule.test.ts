import { expect, test } from 'vitest';
import { WrittenNumber } from '../json/json.ts';
import { CONSTANT } from './priceSchedule.ts';
import { readSchedule, writeSchedule } from './readSchedule.ts';

test('a word is for all prices, and a market for that of L2 gas alone', () => {
  const walk = { kind: 'walk', seed: 7, stepPercent: 5, minPercent: 50, maxPercent: 200 };
  expect(readSchedule('walk:7')).toEqual({ l1Gas: walk, l1DataGas: walk, l2Gas: walk });
  expect(readSchedule({ kind: 'walk', seed: 7 })).toEqual(readSchedule('walk:7'));
  expect(readSchedule('eip1559')).toMatchObject({ l1Gas: CONSTANT, l1DataGas: CONSTANT, l2Gas: { kind: 'eip1559' } });
});

test.each([
  ['constant'],
  ['walk'],
  [{ l1: 'walk:4294967295', l2: 'dynamic' }],
  [
    {
      l1_data: [
        { block: 9, wei: 4 },
        { block: 5, fri: '10^30', wei: '0x10' },
      ],
    },
  ],
  [{ l2: { kind: 'eip1559', gas_target: 10, background_gas: [{ block: 3, value: '1e9' }], min_price_fri: 1 } }],
  [
    {
      l2: {
        kind: 'dynamic',
        strk_usd: [
          { block: 3, value: '0.05' },
          { block: 4, value: null },
        ],
        target_atto_usd: 1,
      },
    },
  ],
])('%j is read as it is written', (json) => {
  const schedule = readSchedule(json);
  expect(readSchedule(writeSchedule(schedule))).toEqual(schedule);
});

test('dollars are exact to 18 decimals', () => {
  const rate = (strk_usd: string | number | WrittenNumber) => {
    const { l2Gas } = readSchedule({ kind: 'dynamic', strk_usd });
    return l2Gas.kind === 'dynamic' && l2Gas.strkUsd![0]!.value;
  };
  expect(rate('0.000000000000000001')).toBe(1n);
  expect(rate(new WrittenNumber('0.1'))).toBe(10n ** 17n);
  expect(rate(2)).toBe(2n * 10n ** 18n);
});

test.each([
  ['eip1558', /schedule.kind: expected one of constant, walk, walk:SEED, eip1559, dynamic, and not "eip1558"/],
  [5, /schedule: expected one of .*, and not 5/],
  [null, /and not null/],
  [[{ block: 1, fri: 1 }], /a list is for one gas: write { "l2"/],
  [{ l3: 'walk' }, /schedule.l3: there is no such member. Did you mean l1/],
  [{ l1: 'eip1559' }, /schedule.l1: eip1559 is for L2 gas/],
  [{ l2: { kind: 'walk', sed: 1 } }, /schedule.l2.sed: there is no such member. Did you mean seed/],
  [{ l2: { kind: 'walk', seed: -1 } }, /schedule.l2.seed: expected a whole number from 0 to 4294967295, and not -1/],
  [{ l2: { kind: 'walk', step_percent: 100 } }, /step_percent: expected a whole number from 1 to 99/],
  [{ l2: { kind: 'eip1559', gas_target: 0 } }, /gas_target: expected a whole number from 1 to/],
  [{ l2: [{ block: 1 }] }, /schedule.l2\[0\]: give fri, wei or both/],
  [{ l2: [{ block: 1, fri: 0 }] }, /schedule.l2\[0\].fri: expected a whole number from 1/],
  [{ l2: [{ block: 1, fri: '2^128' }] }, /schedule.l2\[0\].fri: expected/],
  [
    {
      l2: [
        { block: 1, fri: 1 },
        { block: 1, fri: 2 },
      ],
    },
    /schedule.l2: block 1 is given twice/,
  ],
  [{ l2: [{ fri: 1 }] }, /schedule.l2\[0\].block: expected .* and not nothing/],
  [
    { l2: Array.from({ length: 10_001 }, (_, block) => ({ block, fri: 1 })) },
    /10001 items, and may have at most 10000/,
  ],
  [{ l2: { kind: 'dynamic', strk_usd: '-1' } }, /strk_usd: expected dollars with up to 18 decimals/],
  [{ l2: 'x'.repeat(10_000) }, /and not "x{79}$/],
])('%j is refused with the place of the mistake', (json, message) => {
  expect(() => readSchedule(json)).toThrow(message);
});
