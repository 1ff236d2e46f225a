// Gas prices as people type and read them.
import type { RpcParams, RpcResult } from '../../../../src/rpc/schema.ts';
import { readWhole } from '../../data/contracts/values.ts';
import { unitsOf } from '../../data/text/amounts.ts';
import { price } from '../../parts/values/format.ts';

type Overview = RpcResult<'sandbox_getOverview'>;
export type GasPrices = Overview['gas_prices'];
type PriceParams = RpcParams<'sandbox_setGasPrice'>;

/** The prices of a block, the one that people look at first, with the names of the parameters that set them. */
export const PRICES = [
  { gas: 'l2_gas', name: 'L2', label: 'L2 gas', param: 'l2_gas_price' },
  { gas: 'l1_gas', name: 'L1', label: 'L1 gas', param: 'gas_price' },
  { gas: 'l1_data_gas', name: 'data', label: 'L1 data gas', param: 'data_gas_price' },
] as const;

export type PriceDrafts = Readonly<Record<(typeof PRICES)[number]['gas'], string>>;

/** A typed price in its smallest unit: `5 gfri`, `1 gwei`, `250 fri`, or a number of fri. Undefined if it is none. */
export function readPrice(text: string): { readonly amount: bigint; readonly unit: 'fri' | 'wei' } | undefined {
  const [, digits = '', giga, unit = 'fri'] = /^(.*?)\s*(?:(g?)(fri|wei))?$/i.exec(text.trim())!;
  const amount = giga ? unitsOf(digits, 9) : digits === '' ? undefined : readWhole(digits);
  return amount === undefined || amount <= 0n ? undefined : { amount, unit: unit.toLowerCase() as 'fri' | 'wei' };
}

/** The request for the prices that were typed; those that are empty stay. Undefined if one cannot be read, or if all are empty. */
export function priceParams(drafts: PriceDrafts): PriceParams | undefined {
  const typed = PRICES.filter(({ gas }) => drafts[gas].trim() !== '');
  const read = typed.map(({ gas, param }) => ({ param, price: readPrice(drafts[gas]) }));
  if (typed.length === 0 || read.some(({ price }) => price === undefined)) return undefined;
  return Object.fromEntries(read.map(({ param, price }) => [`${param}_${price!.unit}`, price!.amount.toString()]));
}

/** The prices of the next block that differ from those of the open one, such as `5 gfri`; undefined if none does, or a schedule decides them. */
export function nextPriceText({ gas_prices: now, next_gas_prices: next }: Overview): string | undefined {
  if (!next) return undefined;
  const changed = PRICES.flatMap(({ gas, name }) =>
    (['fri', 'wei'] as const)
      .filter((unit) => next[gas][`price_in_${unit}`] !== now[gas][`price_in_${unit}`])
      .map((unit) => `${gas === 'l2_gas' ? '' : `${name} `}${price(next[gas][`price_in_${unit}`], unit)}`),
  );
  return changed.length === 0 ? undefined : `${changed.join(', ')} from the next block`;
}
