import { describe, expect, test } from 'vitest';
import type { Block } from '../../data/chain/useBlock.ts';
import { faultMarksOf, priceStepsOf } from './marks.ts';

const block = (block_number: number, fri: bigint, wei = 1n) =>
  ({
    block_number,
    l2_gas_price: { price_in_fri: `0x${fri.toString(16)}`, price_in_wei: `0x${wei.toString(16)}` },
  }) as Block;

describe('the prices on the timeline', () => {
  test('stand at blocks where they moved, with the direction and the change', () => {
    const steps = priceStepsOf([block(4, 950n), block(3, 1000n), block(2, 1000n), block(1, 800n), block(0, 800n)]);
    expect([...steps]).toEqual([
      [4, { unit: 'fri', price: 950n, isUp: false, percent: '5' }],
      [2, { unit: 'fri', price: 1000n, isUp: true, percent: '25' }],
    ]);
  });

  test('are those in wei if only they moved', () => {
    expect(priceStepsOf([block(1, 5n, 3n), block(0, 5n, 2n)]).get(1)).toMatchObject({ unit: 'wei', percent: '50' });
  });

  test('have a change also where it is very small, and none after a price of 0', () => {
    const percentOf = (before: bigint, after: bigint) =>
      priceStepsOf([block(1, after), block(0, before)]).get(1)?.percent;
    expect(percentOf(10_000n, 10_001n)).toBe('< 0.1');
    expect(percentOf(1000n, 1095n)).toBe('9.5');
    expect(percentOf(0n, 7n)).toBeUndefined();
  });

  test('are not shown for the oldest block, whose earlier one is not known', () => {
    expect(priceStepsOf([block(7, 1n)]).size).toBe(0);
    expect(priceStepsOf([]).size).toBe(0);
  });
});

test('faults stand at the block that was the newest, once for each rule, with its sentence', () => {
  const injected = (number: number, block: number, rule: number) =>
    ({ number, block, rule, fault: rule === 0 ? 'cut' : 'evicted', on: 'starknet_call', at: number }) as const;
  const rules = [{ text: 'Every request is cut.' }, { text: 'The 2nd one is evicted.' }];
  const marks = faultMarksOf({
    rules,
    injected: [injected(1, 3, 0), injected(2, 3, 1), injected(3, 3, 0), injected(4, 5, 0)],
  } as never);
  expect([...marks]).toEqual([
    [
      3,
      [
        { rule: 0, fault: 'cut', text: 'Every request is cut.', count: 2 },
        { rule: 1, fault: 'evicted', text: 'The 2nd one is evicted.', count: 1 },
      ],
    ],
    [5, [{ rule: 0, fault: 'cut', text: 'Every request is cut.', count: 1 }]],
  ]);
});
