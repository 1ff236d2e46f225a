import { expect, test } from 'vitest';
import type { GasPrices } from '../execution/blockContext.ts';
import type { Json } from '../json/json.ts';
import { type ClosedBlock, type PriceMarket, startMarket, stepMarket } from './priceMarket.ts';
import { readSchedule } from './readSchedule.ts';

const GWEI = 10n ** 9n;
const price = { fri: 20n * GWEI, wei: 2n * GWEI };
const BASE: GasPrices = { l1Gas: price, l1DataGas: price, l2Gas: price };

const closed = (number: number, prices: GasPrices, l2Gas = 0n): ClosedBlock => ({
  number,
  prices,
  protocol: { version: '0.14.4' },
  transactions: [{ receipt: { gas: { l2Gas } } }],
});

/** The prices of blocks from 1 on. */
function follow(schedule: Json, count: number, gasOf: (block: number) => bigint = () => 0n): GasPrices[] {
  let market: PriceMarket = startMarket(readSchedule(schedule), BASE, 0)!;
  let prices = BASE;
  return Array.from({ length: count }, (_, block) => {
    ({ market, prices } = stepMarket(market, closed(block, prices, gasOf(block))));
    return prices;
  });
}
const l2Fri = (prices: GasPrices[]) => prices.map(({ l2Gas }) => l2Gas.fri);

test('constant prices need no market', () => {
  expect(startMarket(readSchedule('constant'), BASE, 0)).toBeUndefined();
});

test('a walk depends on its seed, moves each gas apart, and both units together', () => {
  const walk = follow('walk:7', 200);
  expect(follow('walk:7', 200)).toEqual(walk);
  expect(follow('walk:8', 200)).not.toEqual(walk);
  expect(walk[0]!.l1Gas).not.toEqual(walk[0]!.l2Gas);
  for (const { l2Gas } of walk) expect(Number(l2Gas.fri) / Number(l2Gas.wei)).toBeCloseTo(10, 5);
});

test('a walk makes steps of at most its size, within its bounds, and goes both ways', () => {
  const schedule = { kind: 'walk', seed: 3, step_percent: 10, min_percent: 90, max_percent: 120 };
  const walk = [BASE.l2Gas.fri, ...l2Fri(follow(schedule, 500))];
  expect(walk.every((fri) => fri >= 18n * GWEI && fri <= 24n * GWEI)).toBe(true);
  const steps = walk.slice(1).map((fri, i) => Number(fri) / Number(walk[i]));
  expect(Math.max(...steps)).toBeLessThanOrEqual(1.1);
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0.9 - 1e-9);
  expect(steps.filter((step) => step > 1).length).toBeGreaterThan(150);
  expect(walk).toContain(24n * GWEI);
  expect(walk).toContain(18n * GWEI);
});

test('a list holds from its blocks on, and what it leaves out stays', () => {
  const list = follow(
    {
      l2: [
        { block: 2, fri: 5 },
        { block: 4, fri: 6, wei: 7 },
      ],
    },
    5,
  );
  expect(list.map(({ l2Gas }) => [l2Gas.fri, l2Gas.wei])).toEqual([
    [price.fri, price.wei],
    [5n, price.wei],
    [5n, price.wei],
    [6n, 7n],
    [6n, 7n],
  ]);
  expect(list.every(({ l1Gas }) => l1Gas === price)).toBe(true);
});

test('the market follows the gas of blocks and of others, and its price in WEI keeps the ratio', () => {
  const [rising] = follow({ l2: { kind: 'eip1559', background_gas: 5_799_000_000 } }, 1, () => 1_000_000n);
  expect(rising!.l2Gas).toEqual({ fri: 21_907_051_282n, wei: 2_190_705_128n });
  const [falling] = follow('eip1559', 1, () => 0n);
  expect(falling!.l2Gas).toEqual({ fri: 19_583_333_334n, wei: 1_958_333_333n });
  const busy = {
    kind: 'eip1559',
    background_gas: [
      { block: 3, value: '5.8e9' },
      { block: 5, value: 0 },
    ],
  };
  const moves = l2Fri(follow({ l2: busy }, 8)).map((fri, i, all) =>
    i === 0 ? 0 : Math.sign(Number(fri - all[i - 1]!)),
  );
  expect(moves).toEqual([0, -1, -1, 1, 1, -1, -1, -1]);
});

test('a dynamic price falls with the gas that blocks do not use until proposals of ten blocks hold it', () => {
  const prices = l2Fri(follow({ l2: { kind: 'dynamic', strk_usd: '0.044' } }, 40));
  const alone = l2Fri(follow('eip1559', 40));
  expect(prices.slice(0, 10)).toEqual(alone.slice(0, 10));
  // The first decision is the median of the prices of ten falling blocks, which is above the price, so it rises by 1/333.
  expect(prices[10]).toBe(prices[9]! + prices[9]! / 333n);
  expect(prices[39]).toBeGreaterThan(alone[39]!);
});

test('a dynamic price goes to its target, which is that of the start without an oracle', () => {
  const target = (schedule: Json) => l2Fri(follow(schedule, 3000)).at(-1);
  // 0.88 / 0.04 = 22
  expect(target({ l2: { kind: 'dynamic', strk_usd: '0.04' } })).toBe(22n * GWEI);
  expect(target('dynamic')).toBe(20n * GWEI);
});

test('an oracle that fails freezes what was decided', () => {
  const failing = {
    kind: 'dynamic',
    strk_usd: [
      { block: 0, value: '0.04' },
      { block: 100, value: null },
    ],
  };
  const prices = l2Fri(follow({ l2: failing }, 300));
  expect(prices[299]).toBe(prices[200]);
  expect(prices[299]).toBeLessThan(22n * GWEI);
});

test('prices that were set by hand hold for the next block, and the schedule goes on from them', () => {
  const market = startMarket(readSchedule('eip1559'), BASE, 0)!;
  const wanted = { ...BASE, l2Gas: { fri: 40n * GWEI, wei: 4n * GWEI } };
  const { prices } = stepMarket(market, closed(5, BASE), wanted);
  expect(prices).toEqual(wanted);
  expect(stepMarket(market, closed(6, prices)).prices.l2Gas.fri).toBe(40n * GWEI - (40n * GWEI) / 48n);
});

test('after blocks were aborted, the same blocks get the same prices again', () => {
  let state = {
    market: startMarket(readSchedule({ l2: { kind: 'dynamic', strk_usd: '0.04' } }), BASE, 0)!,
    prices: BASE,
  };
  const prices: GasPrices[] = [BASE];
  const step = (block: number) => {
    state = stepMarket(state.market, closed(block, prices[block]!));
    prices[block + 1] = state.prices;
  };
  for (let block = 0; block < 40; block++) step(block);
  const before = [...prices];
  for (let block = 20; block < 40; block++) step(block);
  expect(prices).toEqual(before);
});
