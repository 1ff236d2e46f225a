import { expect, test } from 'vitest';
import { wholeNumber } from './wholeNumber.ts';

test.each([
  ['5', 5n],
  ['+5', 5n],
  ['0x3E8', 1000n],
  ['1_000_000', 1_000_000n],
  ['0xdead_beef', 0xdeadbeefn],
  ['1e18', 10n ** 18n],
  ['1E18', 10n ** 18n],
  ['1.5e18', 15n * 10n ** 17n],
  ['1e+21', 10n ** 21n],
  ['10^18', 10n ** 18n],
  ['2**64', 2n ** 64n],
  ['0x1e5', 0x1e5n],
])('%s is a whole number', (text, value) => expect(wholeNumber(text)).toBe(value));

test.each([
  '',
  '-5',
  '1.5',
  '1.55e1',
  '1e-3',
  '1,000',
  '1 000',
  '_1',
  '1_',
  '1__0',
  'e5',
  '0x',
  '2^3^4',
  '1e999',
  '1000 STRK',
])('%j is none', (text) => expect(wholeNumber(text)).toBeUndefined());
