import { expect, test } from 'vitest';
import { readTokens, tokenText } from './tokenAmount.ts';

test('amounts are shown as tokens without zeros at the end', () => {
  expect(['0', '1', '1500000000000000000', 10n ** 21n].map(tokenText)).toEqual([
    '0',
    '0.000000000000000001',
    '1.5',
    '1000',
  ]);
});

test('amounts of tokens have up to 18 digits after the point', () => {
  expect(['2', '1.5', '0.000000000000000001'].map(readTokens)).toEqual([2n * 10n ** 18n, 15n * 10n ** 17n, 1n]);
  for (const wrong of ['', '.5', '1.', '-1', '0.0000000000000000001']) expect(readTokens(wrong), wrong).toBeUndefined();
});
