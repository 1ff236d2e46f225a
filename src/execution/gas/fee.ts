import type { GasPrices } from '../blockContext.ts';
import type { GasVector } from '../gasVector.ts';

export type FeeUnit = 'WEI' | 'FRI';

/** The gas prices in the unit that a transaction pays in. */
export interface UnitPrices {
  readonly l1Gas: bigint;
  readonly l1DataGas: bigint;
  readonly l2Gas: bigint;
}

export function pricesIn(unit: FeeUnit, prices: GasPrices): UnitPrices {
  const pick = unit === 'WEI' ? 'wei' : 'fri';
  return { l1Gas: prices.l1Gas[pick], l1DataGas: prices.l1DataGas[pick], l2Gas: prices.l2Gas[pick] };
}

/** The fee for an amount of gas. The tip is added to the price of L2 gas. */
export const feeOf = (gas: GasVector, prices: UnitPrices, tip: bigint): bigint =>
  gas.l1Gas * prices.l1Gas + gas.l1DataGas * prices.l1DataGas + gas.l2Gas * (prices.l2Gas + tip);
