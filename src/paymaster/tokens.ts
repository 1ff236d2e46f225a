import type { GasPrices } from '../execution/blockContext.ts';
import type { Felt } from '../felt/felt.ts';
import { type ByBlock, valueAt } from '../market/priceSchedule.ts';

/** A token that fees can be paid in. */
export interface GasToken {
  readonly address: Felt;
  readonly decimals: number;
  /** What a whole token costs in FRI, from given blocks on. Undefined: what the gas prices of the chain say that an ETH costs. */
  readonly price: ByBlock<bigint> | undefined;
}

export const ONE_STRK = 10n ** 18n;

/** What a whole token costs in FRI at a block. 0 if it has no price there: it is not supported then. */
export function priceAt({ price }: GasToken, block: number, { l2Gas }: GasPrices): bigint {
  if (price) return valueAt(price, block) ?? 0n;
  return l2Gas.wei === 0n ? 0n : (l2Gas.fri * ONE_STRK) / l2Gas.wei;
}

/** An amount of FRI in the smallest unit of a token, rounded up. */
export const inToken = (fri: bigint, price: bigint, decimals: number): bigint =>
  (fri * 10n ** BigInt(decimals) + price - 1n) / price;
