import type { ResourceBounds } from '../../execution/transaction.ts';

/** Fees that nearly every test can pay: at the default prices, a little more than one STRK of the thousand that accounts have. */
const GENEROUS: ResourceAmounts = { l1Gas: 100_000n, l1DataGas: 100_000n, l2Gas: 1_000_000_000n };
/** The largest price that a bound can have. */
const MAX_PRICE = 2n ** 128n - 1n;

export type Resource = keyof ResourceBounds;
type ResourceAmounts = Readonly<Record<Resource, bigint>>;

/** Bounds of each kind of gas. */
export const boundsOf = (bound: (resource: Resource) => ResourceBounds[Resource]): ResourceBounds => ({
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
