import type { BlockContext } from '../../execution/blockContext.ts';
import { type FeeUnit, feeOf, pricesIn } from '../../execution/gas/fee.ts';
import type { GasVector } from '../../execution/gasVector.ts';
import type { FeeEstimate } from './simulation.ts';

/** What an amount of gas costs at a block; the tip is not part of an estimate. */
export function feeEstimate(gas: GasVector, { prices }: BlockContext, unit: FeeUnit): FeeEstimate {
  const { l1Gas, l1DataGas, l2Gas } = pricesIn(unit, prices);
  return {
    gas,
    l1GasPrice: l1Gas,
    l1DataGasPrice: l1DataGas,
    l2GasPrice: l2Gas,
    overallFee: feeOf(gas, { l1Gas, l1DataGas, l2Gas }, 0n),
    unit,
  };
}
