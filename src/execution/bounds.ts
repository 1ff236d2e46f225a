import { L2_GAS_PER_L1_GAS, l1GasOfL2 } from './gas/computationGas.ts';
import type { UnitPrices } from './gas/fee.ts';
import type { GasVector } from './gasVector.ts';
import type { GasMode } from './trace.ts';
import type { ResourceBound, ResourceBounds } from './transaction.ts';

/** Resource bounds as the network reads them: one per kind of gas, or (the older form) a bound on L1 gas that covers everything. */
export type NormalizedBounds =
  | { readonly kind: 'all'; readonly bounds: ResourceBounds }
  | { readonly kind: 'l1Only'; readonly l1Gas: ResourceBound };

const NO_BOUND: ResourceBound = { maxAmount: 0n, maxPricePerUnit: 0n };
const NO_BOUNDS: ResourceBounds = { l1Gas: NO_BOUND, l1DataGas: NO_BOUND, l2Gas: NO_BOUND };

/** Finds out which form bounds have. If all amounts are zero, the prices become zero too. Transaction hashes use the normalized bounds. */
export function normalizeBounds(bounds: ResourceBounds): NormalizedBounds {
  const { l1Gas, l1DataGas, l2Gas } = bounds;
  if (l1DataGas.maxAmount > 0n || l2Gas.maxAmount > 0n) return { kind: 'all', bounds };
  return l1Gas.maxAmount > 0n ? { kind: 'l1Only', l1Gas } : { kind: 'all', bounds: NO_BOUNDS };
}

/** Whether a transaction with these bounds may be sent: it needs amount and price of L1 gas alone, or of both L2 gas and data gas. */
export function areBoundsUsable({ l1Gas, l1DataGas, l2Gas }: ResourceBounds): boolean {
  const isSet = (bound: ResourceBound) => bound.maxAmount > 0n && bound.maxPricePerUnit > 0n;
  if (isSet(l2Gas) && isSet(l1DataGas)) return true;
  return isSet(l1Gas) && !isSet(l2Gas) && !isSet(l1DataGas);
}

/** What bounds that cannot be used lack. */
export function unusableBoundsText({ l1Gas, l1DataGas, l2Gas }: ResourceBounds): string {
  const zeros = Object.entries({ 'L1 gas': l1Gas, 'L1 data gas': l1DataGas, 'L2 gas': l2Gas }).flatMap(
    ([name, { maxAmount, maxPricePerUnit }]) => [
      ...(maxAmount > 0n ? [] : [`amount of ${name}`]),
      ...(maxPricePerUnit > 0n ? [] : [`price of ${name}`]),
    ],
  );
  return `Amount and price of both L2 gas and L1 data gas must be above 0, or those of L1 gas alone. Zero in this transaction: ${zeros.join(', ')}.`;
}

export const gasModeOf = (settled: NormalizedBounds): GasMode => (settled.kind === 'all' ? 'All' : 'NoL2Gas');

const U128_MAX = 2n ** 128n - 1n;
const capped = (value: bigint): bigint => (value > U128_MAX ? U128_MAX : value);

/** The highest fee that the bounds allow. Products and sums are capped at 2^128 - 1. */
export function maxFee(settled: NormalizedBounds, tip: bigint): bigint {
  if (settled.kind === 'l1Only') return capped(settled.l1Gas.maxAmount * settled.l1Gas.maxPricePerUnit);
  const { l1Gas, l1DataGas, l2Gas } = settled.bounds;
  const parts = [
    l1Gas.maxAmount * l1Gas.maxPricePerUnit,
    l1DataGas.maxAmount * l1DataGas.maxPricePerUnit,
    l2Gas.maxAmount * capped(l2Gas.maxPricePerUnit + tip),
  ];
  return parts.reduce((sum, part) => capped(sum + capped(part)), 0n);
}

/** All gas converted to L1 gas, to compare it with a bound on L1 gas alone. */
export function totalL1Gas(gas: GasVector, prices: UnitPrices): bigint {
  const data = (gas.l1DataGas * prices.l1DataGas + prices.l1Gas - 1n) / prices.l1Gas;
  return gas.l1Gas + data + l1GasOfL2(gas.l2Gas);
}

/** The number of steps that the bounds pay for. */
export function boundedSteps(settled: NormalizedBounds, stepGas: number): number {
  if (settled.kind === 'all') return stepsOf(settled.bounds.l2Gas.maxAmount, stepGas);
  return stepsOf(settled.l1Gas.maxAmount * L2_GAS_PER_L1_GAS, stepGas);
}

/** The number of steps that an amount of L2 gas pays for. */
export function stepsOf(l2Gas: bigint, stepGas: number): number {
  const steps = l2Gas / BigInt(stepGas);
  return steps > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(steps);
}
