// What users say about fees, and what estimates tell them.
import type { ResourceBounds } from '../../execution/transaction.ts';
import type { EstimatedFee } from '../../rpc/format/gas.ts';
import { checkMembers } from '../options/checkOptions.ts';
import { type AmountLike, readAmount } from '../values.ts';

/** The bound of one kind of gas: how much may be used, or also the highest price for a unit, in FRI. */
export type GasBound =
  | AmountLike
  | { readonly maxAmount?: AmountLike | undefined; readonly maxPricePerUnit?: AmountLike | undefined };

/**
 * The most that a transaction may use of each kind of gas. What is left out is as generous as without the option.
 *
 * @example
 * const bounds: GasBounds = { l2Gas: 1_000_000n, l1DataGas: { maxAmount: 500, maxPricePerUnit: 10n ** 10n } };
 */
export interface GasBounds {
  readonly l1Gas?: GasBound | undefined;
  readonly l1DataGas?: GasBound | undefined;
  readonly l2Gas?: GasBound | undefined;
}

/** What a transaction would use and cost. */
export interface FeeEstimate {
  /** The fee in FRI, the tip included. */
  readonly fee: bigint;
  readonly l1Gas: bigint;
  readonly l1DataGas: bigint;
  readonly l2Gas: bigint;
  /** These amounts at the prices of the block, for the option `resourceBounds`: just enough while the state and the prices stay as they are. */
  readonly resourceBounds: ResourceBounds;
}

/** Fees that nearly every test can pay: at the default prices, a little more than one STRK of the thousand that accounts have. */
const GENEROUS: ResourceAmounts = { l1Gas: 100_000n, l1DataGas: 100_000n, l2Gas: 1_000_000_000n };
/** The largest price that a bound can have. */
const MAX_PRICE = 2n ** 128n - 1n;

type Resource = keyof ResourceBounds;
type ResourceAmounts = Readonly<Record<Resource, bigint>>;

const RESOURCES = ['l1Gas', 'l1DataGas', 'l2Gas'] as const satisfies readonly Resource[];
const BOUND_MEMBERS = ['maxAmount', 'maxPricePerUnit'] as const;

const boundsOf = (bound: (resource: Resource) => ResourceBounds[Resource]): ResourceBounds => ({
  l1Gas: bound('l1Gas'),
  l1DataGas: bound('l1DataGas'),
  l2Gas: bound('l2Gas'),
});

/** Bounds that suffice for nearly everything at these prices, and at prices that are half as high again. */
export const generousBounds = (prices: ResourceAmounts): ResourceBounds =>
  boundsOf((resource) => {
    let price = (prices[resource] * 3n) / 2n;
    if (price > MAX_PRICE) price = MAX_PRICE;
    return { maxAmount: GENEROUS[resource], maxPricePerUnit: price };
  });

/** Bounds for a transaction that nobody pays for. */
export const FREE: ResourceBounds = generousBounds({ l1Gas: 0n, l1DataGas: 0n, l2Gas: 0n });

/** What a user gave as `resourceBounds`, completed by the usual bounds. */
type Completed = (usual: ResourceBounds) => ResourceBounds;

/** Reads what a user gave as `resourceBounds`. */
export function readBounds(given: GasBounds): Completed {
  checkMembers(given, RESOURCES, 'resourceBounds', '{ l2Gas: 1_000_000 }');
  const read = RESOURCES.map(
    (resource) => [resource, readBound(given[resource], `resourceBounds.${resource}`)] as const,
  );
  const bounds = Object.fromEntries(read);
  return (usual) => boundsOf((resource) => ({ ...usual[resource], ...bounds[resource] }));
}

function readBound(given: GasBound | undefined, name: string): Partial<ResourceBounds[Resource]> {
  if (given === undefined) return {};
  if (typeof given !== 'object') return { maxAmount: readAmount(given, name, 64) };
  checkMembers(given, BOUND_MEMBERS, name, '{ maxAmount: 1_000_000, maxPricePerUnit: 10n ** 10n }');
  const { maxAmount, maxPricePerUnit } = given;
  return {
    ...(maxAmount !== undefined && { maxAmount: readAmount(maxAmount, `${name}.maxAmount`, 64) }),
    ...(maxPricePerUnit !== undefined && {
      maxPricePerUnit: readAmount(maxPricePerUnit, `${name}.maxPricePerUnit`, 128),
    }),
  };
}

/** Reads what a user gave as `tip`: FRI for each unit of L2 gas. */
export const readTip = (tip: AmountLike | undefined): bigint => (tip === undefined ? 0n : readAmount(tip, 'tip', 64));

/** An estimate of a node as the library gives it. Nodes leave the tip out. */
export function readEstimate(estimate: EstimatedFee, tip: bigint): FeeEstimate {
  const gas = {
    l1Gas: BigInt(estimate.l1_gas_consumed),
    l1DataGas: BigInt(estimate.l1_data_gas_consumed),
    l2Gas: BigInt(estimate.l2_gas_consumed),
  };
  const prices = {
    l1Gas: BigInt(estimate.l1_gas_price),
    l1DataGas: BigInt(estimate.l1_data_gas_price),
    l2Gas: BigInt(estimate.l2_gas_price),
  };
  return {
    fee: BigInt(estimate.overall_fee) + gas.l2Gas * tip,
    ...gas,
    resourceBounds: boundsOf((resource) => ({ maxAmount: gas[resource], maxPricePerUnit: prices[resource] })),
  };
}
