import { expect, test } from 'vitest';
import { amountsIn, changedParts, groupedIn, isAmountName, quantityText, unitsOf } from './amounts.ts';

const GLD = { symbol: 'GLD', decimals: 6 };

test('a number is grouped, and an amount of a token has all its decimals', () => {
  expect(quantityText(1234567n)).toBe('1,234,567');
  expect(quantityText(1234567890n, GLD)).toBe('1,234.56789');
  expect(quantityText(-5n, GLD)).toBe('-0.000005');
  expect(quantityText(7000n, { symbol: 'NFT', decimals: null })).toBe('7,000');
  expect(quantityText(7000n, { symbol: 'ONE', decimals: 0 })).toBe('7,000');
});

test('long numbers in a text are grouped; hashes, fractions and short numbers stay', () => {
  expect(groupedIn('Transfer(to: 0x12345678, value: 1000000, id: 1234, rate: 1.23456, x12345)')).toBe(
    'Transfer(to: 0x12345678, value: 1,000,000, id: 1234, rate: 1.23456, x12345)',
  );
});

test('amounts in a text of a token are in tokens', () => {
  expect(amountsIn('Transfer(from: 0x1, value: 1500000, when: 1700000000)', GLD)).toBe(
    'Transfer(from: 0x1, value: 1.5 GLD, when: 1,700,000,000)',
  );
  expect(amountsIn('Transfer(value: 1500000)')).toBe('Transfer(value: 1,500,000)');
});

test.each(['value', 'amount', 'ERC20_balances[0x1]', 'total_supply', 'balance_of', 'balanceOf', 'initial_supply'])(
  'an amount by its name: %s',
  (name) => expect(isAmountName(name)).toBe(true),
);

test.each(['token_id', 'nonce', 'decimals', 'values_read', 'when'])('no amount by its name: %s', (name) =>
  expect(isAmountName(name)).toBe(false),
);

const marked = (before: string, after: string) =>
  changedParts(before, after)
    .map(({ text, isChanged }) => (isChanged ? `[${text}]` : text))
    .join('');

test('what differs is marked as one run, by the places of digits', () => {
  expect(marked('999,999,995', '999,999,990')).toBe('999,999,99[0]');
  expect(marked('5', '15')).toBe('[1]5');
  expect(marked('1,000', '999')).toBe('[999]');
  expect(marked('999', '1,999')).toBe('[1],999');
  expect(marked('1.5', '1.25')).toBe('1.[25]');
  expect(marked('1', '1.5')).toBe('1.[5]');
  expect(marked('1,000', '994.998706823')).toBe('[994.998706823]');
  expect(marked('1,234,567', '1,934,587')).toBe('1,[934,58]7');
  expect(marked('7', '7')).toBe('7');
});

test('an amount that is typed in tokens has 18 decimals', () => {
  expect(unitsOf(' 1,000.5 ')).toBe(1_000_500_000_000_000_000_000n);
  expect(unitsOf('1,000,000')).toBe(10n ** 24n);
  expect(unitsOf('0')).toBe(0n);
  for (const wrong of [
    '',
    '.',
    '1.',
    '-1',
    '1e3',
    '0,5',
    '0,500',
    '1,5',
    '1,0000',
    '1,000,00',
    '1.000,5',
    `0.${'1'.repeat(19)}`,
  ])
    expect(unitsOf(wrong), wrong).toBeUndefined();
});
