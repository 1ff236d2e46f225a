import { expect, test } from 'vitest';
import { feeProposal, medianProposal, targetPrice } from './feeProposal.ts';

test('the target is what a unit shall cost, in STRK', () => {
  // 0.88 * 10^-9 dollars at 0.05 dollars for a STRK are 17.6 * 10^-9 STRK.
  expect(targetPrice(880_000_000n, 5n * 10n ** 16n)).toBe(17_600_000_000n);
  expect(targetPrice(880_000_000n, undefined)).toBeUndefined();
  expect(targetPrice(880_000_000n, 0n)).toBeUndefined();
});

test('ten proposals decide by their median, the mean of the two in the middle, and fewer decide nothing', () => {
  expect(medianProposal([9n, 1n, 8n, 2n, 7n, 3n, 6n, 4n, 5n, 5n])).toBe(5n);
  expect(medianProposal([1n, 1n, 1n, 1n, 10n, 13n, 20n, 20n, 20n, 20n])).toBe(11n);
  expect(medianProposal([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n])).toBeUndefined();
});

test('a proposal is at most a factor of 1.002 from what was decided', () => {
  const highest = 10n ** 12n;
  expect(feeProposal(7n, 10_000n, 20_000n, highest)).toBe(10_020n);
  expect(feeProposal(7n, 10_000n, 5_000n, highest)).toBe(9_980n);
  expect(feeProposal(7n, 10_000n, 10_007n, highest)).toBe(10_007n);
});

test('while the oracle fails the proposal stays at what was decided, and without that at the price of the block', () => {
  expect(feeProposal(7n, 10_000n, undefined, 10n ** 12n)).toBe(10_000n);
  expect(feeProposal(7n, undefined, 20_000n, 10n ** 12n)).toBe(7n);
});

test('no proposal is above the highest price', () => {
  expect(feeProposal(7n, 10_000n, 20_000n, 9_000n)).toBe(9_000n);
});
