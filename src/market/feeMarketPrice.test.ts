import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { feeMarketOf } from '../protocol/feeMarket.ts';
import { groupedDigits } from '../text/groupedDigits.ts';
import { feeMarketPrice } from './feeMarketPrice.ts';

const GWEI = 10n ** 9n;
const newest = feeMarketOf('0.14.4');

test.each([
  // A target of half a block of 5.8 * 10^9, as vectors of the sequencer have it: a quarter of the block away from it changes the price by 1/96.
  ['three quarters of a block', 4_350_000_000n, 2_900_000_000n, 30_312_500_000n],
  ['a quarter of a block', 1_450_000_000n, 2_900_000_000n, 29_687_500_000n],
  ['the target', 2_900_000_000n, 2_900_000_000n, 30_000_000_000n],
  // A target of four fifths of a block.
  ['nine tenths of a block', 5_220_000_000n, 4_640_000_000n, 30_078_125_000n],
  ['a quarter of a block again', 1_450_000_000n, 4_640_000_000n, 29_570_312_500n],
])('a block that uses %s moves the price as on the networks', (_, used, gasTarget, expected) => {
  expect(feeMarketPrice(30n * GWEI, used, { ...newest, gasTarget })).toBe(expected);
});

test('a full block of protocol 0.14.4 raises the price by 9.5 percent, and an empty one lowers it by 2.1 percent', () => {
  // 20 * 4.76 / (1.04 * 48) = 1.907051282…, and 20 / 48 = 0.416666666…
  expect(feeMarketPrice(20n * GWEI, 5_800_000_000n, newest)).toBe(21_907_051_282n);
  expect(feeMarketPrice(20n * GWEI, 0n, newest)).toBe(19_583_333_334n);
});

test('a block cannot use more gas than it holds', () => {
  expect(feeMarketPrice(20n * GWEI, 10n ** 15n, newest)).toBe(21_907_051_282n);
});

test('the price stays between the least one and ten times that', () => {
  expect(feeMarketPrice(8n * GWEI, 0n, newest)).toBe(8n * GWEI);
  expect(feeMarketPrice(79n * GWEI, 5_800_000_000n, newest)).toBe(80n * GWEI);
  expect(feeMarketPrice(1000n * GWEI, 5_800_000_000n, newest)).toBe(80n * GWEI);
});

test('a price below the least one rises by a part of 333 in a block, whatever the block uses', () => {
  const constants = { ...newest, minPriceFri: 20n * GWEI };
  expect(feeMarketPrice(10n * GWEI, 0n, constants)).toBe(10_030_030_030n);
  expect(feeMarketPrice(10n * GWEI, 5_800_000_000n, constants)).toBe(10_030_030_030n);
  expect(feeMarketPrice(19_971_000_000n, 0n, constants)).toBe(20n * GWEI);
});

test('a floor lifts the least price, up to the highest', () => {
  expect(feeMarketPrice(20n * GWEI, 0n, newest, 19_900_000_000n)).toBe(19_900_000_000n);
  expect(feeMarketPrice(80n * GWEI, 0n, newest, 500n * GWEI)).toBe(80n * GWEI);
});

test('each protocol version since 0.14.0 has its constants, and older ones have those of 0.14.0', () => {
  const targets = ['0.13.5', '0.14.0', '0.14.1', '0.14.2', '0.14.3', '0.14.4'].map(
    (name) => feeMarketOf(name).gasTarget,
  );
  expect(targets).toEqual([3200n, 3200n, 4000n, 1500n, 1040n, 1040n].map((millions) => millions * 10n ** 6n));
});

test('the documentation has the constants of the newest version', () => {
  const page = readFileSync(new URL('../../docs/market.md', import.meta.url), 'utf8');
  const { gasTarget, maxBlockGas, minPriceFri } = newest;
  const [row] = /^\|.*0\.14\.4 \|.*$/m.exec(page)!;
  expect(row).toContain(
    `0.14.4 | ${groupedDigits(gasTarget)} | ${groupedDigits(maxBlockGas)} | ${minPriceFri / GWEI} gwei`,
  );
});
