import type { GasPrices } from '../blockContext.ts';
import type { GasVector } from '../gasVector.ts';

export type FeeUnit = 'WEI' | 'FRI';

/** One price of each gas in the unit a transaction pays in. */
export interface UnitPrices {
  readonly l1Gas: bigint;
  readonly l1DataGas: bigint;
  readonly l2Gas: bigint;
}

export function pricesIn(unit: FeeUnit, prices: GasPrices): UnitPrices {
  const pick = unit === 'WEI' ? 'wei' : 'fri';
  return { l1Gas: prices.l1Gas[pick], l1DataGas: prices.l1DataGas[pick], l2Gas: prices.l2Gas[pick] };
}

/** What gas costs; the tip goes with every unit of L2 gas. */
export const feeOf = (gas: GasVector, prices: UnitPrices, tip: bigint): bigint =>
  gas.l1Gas * prices.l1Gas + gas.l1DataGas * prices.l1DataGas + gas.l2Gas * (prices.l2Gas + tip);
