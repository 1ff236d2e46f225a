import type { FeeEstimate } from '../../chain/run/simulation.ts';
import type { GasVector } from '../../execution/gasVector.ts';
import { type Hex, hex } from './hex.ts';

/** Gas totals of a transaction. */
export interface ExecutionResources {
  readonly l1_gas: number;
  readonly l1_data_gas: number;
  readonly l2_gas: number;
}

/** What a transaction would consume and cost. */
export interface EstimatedFee {
  readonly l1_gas_consumed: Hex;
  readonly l1_gas_price: Hex;
  readonly l2_gas_consumed: Hex;
  readonly l2_gas_price: Hex;
  readonly l1_data_gas_consumed: Hex;
  readonly l1_data_gas_price: Hex;
  readonly overall_fee: Hex;
  readonly unit: 'FRI' | 'WEI';
}

/** Gas totals of a transaction, as receipts and traces show them. No execution takes 2^53 of any gas. */
export const formatResources = ({ l1Gas, l1DataGas, l2Gas }: GasVector): ExecutionResources => ({
  l1_gas: Number(l1Gas),
  l1_data_gas: Number(l1DataGas),
  l2_gas: Number(l2Gas),
});

export const formatEstimate = (estimate: FeeEstimate): EstimatedFee => ({
  l1_gas_consumed: hex(estimate.gas.l1Gas),
  l1_gas_price: hex(estimate.l1GasPrice),
  l2_gas_consumed: hex(estimate.gas.l2Gas),
  l2_gas_price: hex(estimate.l2GasPrice),
  l1_data_gas_consumed: hex(estimate.gas.l1DataGas),
  l1_data_gas_price: hex(estimate.l1DataGasPrice),
  overall_fee: hex(estimate.overallFee),
  unit: estimate.unit,
});
