import type { GasPrice } from '../execution/blockContext.ts';
import { draw } from '../random/draw.ts';
import { boundedPrice } from './boundedPrice.ts';
import type { WalkSchedule } from './priceSchedule.ts';

/** Steps are drawn in parts per million, of which a percent has this many. */
const PER_PERCENT = 10_000;
const MILLION = 1_000_000n;

/** The price of a block in a walk. `stream` is another number for each gas, so that their prices move apart. */
export function walkedPrice(
  { seed, stepPercent, minPercent, maxPercent }: WalkSchedule,
  stream: number,
  before: GasPrice,
  base: GasPrice,
  number: number,
): GasPrice {
  const largest = stepPercent * PER_PERCENT;
  // COST: no bias that matters: there are fewer than 2^21 steps.
  const step = Math.floor(draw(seed, stream, number) * (2 * largest + 1)) - largest;
  const walk = (price: bigint, start: bigint) =>
    boundedPrice(
      (price * (MILLION + BigInt(step))) / MILLION,
      (start * BigInt(minPercent)) / 100n,
      (start * BigInt(maxPercent)) / 100n,
    );
  return { fri: walk(before.fri, base.fri), wei: walk(before.wei, base.wei) };
}
