import type { GasPrices } from '../execution/blockContext.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import { NEWEST_PROTOCOL } from '../protocol/versions.ts';
import { constantsOf } from './priceMarket.ts';
import { isFeeMarket, type PriceSchedule } from './priceSchedule.ts';

interface Start {
  readonly gasPrices: GasPrices;
  readonly priceSchedule: PriceSchedule;
  readonly protocolVersion: ProtocolConstants | undefined;
}

/**
 * The configuration of a chain with the market of the networks: unless its L2 gas price is given, it begins at the least price. From the usual price
 * it would rise for hundreds of blocks first.
 */
export function withMarketPrice<C extends Start>(config: C, isPriceGiven: boolean): C {
  const { priceSchedule, gasPrices, protocolVersion: protocol = NEWEST_PROTOCOL } = config;
  const { l2Gas } = priceSchedule;
  if (isPriceGiven || !isFeeMarket(l2Gas)) return config;
  const fri = constantsOf(l2Gas, { protocol }).minPriceFri;
  return { ...config, gasPrices: { ...gasPrices, l2Gas: { ...gasPrices.l2Gas, fri } } };
}
