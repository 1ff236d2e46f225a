import type { GasPrices } from '../../execution/blockContext.ts';
import { jsonInteger } from '../../json/writeJson.ts';

/** Prices as `setGasPrice` takes and answers them. */
export const formatGasPrices = ({ l1Gas, l1DataGas, l2Gas }: GasPrices) => ({
  gas_price_wei: jsonInteger(l1Gas.wei),
  data_gas_price_wei: jsonInteger(l1DataGas.wei),
  gas_price_fri: jsonInteger(l1Gas.fri),
  data_gas_price_fri: jsonInteger(l1DataGas.fri),
  l2_gas_price_wei: jsonInteger(l2Gas.wei),
  l2_gas_price_fri: jsonInteger(l2Gas.fri),
});
