import { expect, test } from 'vitest';
import { nextPriceText, priceParams, readPrice } from './gasPrice.ts';

test.each([
  ['5 gfri', 5_000_000_000n, 'fri'],
  ['1gwei', 1_000_000_000n, 'wei'],
  ['0.5 GFri', 500_000_000n, 'fri'],
  ['250 fri', 250n, 'fri'],
  ['1,000', 1_000n, 'fri'],
  ['2e9 wei', 2_000_000_000n, 'wei'],
] as const)('%s is a price', (text, amount, unit) => {
  expect(readPrice(text)).toEqual({ amount, unit });
});

test.each(['', 'gfri', '0', '-1 fri', '1.5', '1.5 fri', '5 STRK', '0.0000000001 gfri', '1,5 gfri', '1,5'])(
  '%j is no price',
  (text) => {
    expect(readPrice(text)).toBeUndefined();
  },
);

test('only what was typed is set', () => {
  const none = { l2_gas: '', l1_gas: ' ', l1_data_gas: '' };
  expect(priceParams(none)).toBeUndefined();
  expect(priceParams({ ...none, l2_gas: '5 gfri', l1_data_gas: '7 wei' })).toEqual({
    l2_gas_price_fri: '5000000000',
    data_gas_price_wei: '7',
  });
  expect(priceParams({ ...none, l2_gas: '5 gfri', l1_gas: 'much' })).toBeUndefined();
});

test('the prices of the next block are told where they differ', () => {
  const one = { price_in_fri: '0x3b9aca00', price_in_wei: '0x3b9aca00' };
  const prices = { l2_gas: one, l1_gas: one, l1_data_gas: one };
  const text = (next: object | null) => nextPriceText({ gas_prices: prices, next_gas_prices: next } as never);
  expect([text(prices), text(null)]).toEqual([undefined, undefined]);
  const changed = {
    ...prices,
    l2_gas: { ...one, price_in_fri: '0x12a05f200' },
    l1_gas: { ...one, price_in_wei: '0x7' },
  };
  expect(text(changed)).toBe('5 gfri, L1 7 wei from the next block');
});
