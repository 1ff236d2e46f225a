import { type FeeMarketConstants, MAX_PRICE_MULTIPLIER, RISE_TO_MIN_DENOMINATOR } from '../protocol/feeMarket.ts';
import { boundedPrice } from './boundedPrice.ts';

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** The highest price of L2 gas. */
export const maxPriceFri = ({ minPriceFri }: Pick<FeeMarketConstants, 'minPriceFri'>): bigint =>
  boundedPrice(minPriceFri * MAX_PRICE_MULTIPLIER);

/**
 * The price of L2 gas after a block, by the rule of the networks: it rises if the block used more gas than the target, and falls if it used less.
 * `floor` is what SNIP-35 adds to the least price. All divisions round down.
 */
export function feeMarketPrice(
  price: bigint,
  gasUsed: bigint,
  constants: Omit<FeeMarketConstants, 'since'>,
  floor = 0n,
): bigint {
  const { gasTarget, maxBlockGas, maxChangeDenominator, minPriceFri } = constants;
  const highest = maxPriceFri(constants);
  const least = smaller(floor > minPriceFri ? floor : minPriceFri, highest);
  if (price < least) return boundedPrice(smaller(price + price / RISE_TO_MIN_DENOMINATOR, least));
  const used = smaller(gasUsed, maxBlockGas);
  const distance = used > gasTarget ? used - gasTarget : gasTarget - used;
  const change = (price * distance) / (gasTarget * maxChangeDenominator);
  return boundedPrice(used > gasTarget ? price + change : price - change, least, highest);
}
