import { expect, test } from 'vitest';
import { exactTokens, roundedTokens } from './tokenAmount.ts';

test.each([
  [0n, '0', '0'],
  [1n, '0.000000000000000001', '0.000001'],
  [1_229_483_000_000_000n, '0.001229483', '0.00123'],
  [10n ** 18n, '1', '1'],
  [1234n * 10n ** 18n + 5n, '1234.000000000000000005', '1234.000001'],
])('%d is %s tokens, rounded %s', (amount, exact, rounded) => {
  expect(exactTokens(amount)).toBe(exact);
  expect(roundedTokens(amount)).toBe(rounded);
});
