import { L2_GAS_PER_L1_GAS, l1GasOfL2 } from './gas/computationGas.ts';
import type { UnitPrices } from './gas/fee.ts';
import type { GasVector } from './gasVector.ts';
import type { GasMode } from './trace.ts';
import type { ResourceBound, ResourceBounds } from './transaction.ts';

/** Bounds as the network understands them: on all gas, or (as before data gas) on L1 gas alone, for everything. */
export type SettledBounds =
  | { readonly kind: 'all'; readonly bounds: ResourceBounds }
  | { readonly kind: 'l1Only'; readonly l1Gas: ResourceBound };

const NO_BOUND: ResourceBound = { maxAmount: 0n, maxPricePerUnit: 0n };
const NO_BOUNDS: ResourceBounds = { l1Gas: NO_BOUND, l1DataGas: NO_BOUND, l2Gas: NO_BOUND };

/** Settles what kind bounds are. Bounds without any amount lose their prices; hashes are taken over settled bounds. */
export function settleBounds(bounds: ResourceBounds): SettledBounds {
  const { l1Gas, l1DataGas, l2Gas } = bounds;
  if (l1DataGas.maxAmount > 0n || l2Gas.maxAmount > 0n) return { kind: 'all', bounds };
  return l1Gas.maxAmount > 0n ? { kind: 'l1Only', l1Gas } : { kind: 'all', bounds: NO_BOUNDS };
}

/** Whether bounds may be sent: L1 gas alone, or both L2 and data gas, with amount and price. */
export function areBoundsUsable({ l1Gas, l1DataGas, l2Gas }: ResourceBounds): boolean {
  const isSet = (bound: ResourceBound) => bound.maxAmount > 0n && bound.maxPricePerUnit > 0n;
  if (isSet(l2Gas) && isSet(l1DataGas)) return true;
  return isSet(l1Gas) && !isSet(l2Gas) && !isSet(l1DataGas);
}

export const gasModeOf = (settled: SettledBounds): GasMode => (settled.kind === 'all' ? 'All' : 'NoL2Gas');

const U128_MAX = 2n ** 128n - 1n;
const capped = (value: bigint): bigint => (value > U128_MAX ? U128_MAX : value);

/** The most a transaction may cost, in arithmetic that stops at 2^128 - 1. */
export function maxFee(settled: SettledBounds, tip: bigint): bigint {
  if (settled.kind === 'l1Only') return capped(settled.l1Gas.maxAmount * settled.l1Gas.maxPricePerUnit);
  const { l1Gas, l1DataGas, l2Gas } = settled.bounds;
  const parts = [
    l1Gas.maxAmount * l1Gas.maxPricePerUnit,
    l1DataGas.maxAmount * l1DataGas.maxPricePerUnit,
    l2Gas.maxAmount * capped(l2Gas.maxPricePerUnit + tip),
  ];
  return parts.reduce((sum, part) => capped(sum + capped(part)), 0n);
}

/** All gas as L1 gas: what a bound on L1 gas alone is compared with. */
export function totalL1Gas(gas: GasVector, prices: UnitPrices): bigint {
  const data = (gas.l1DataGas * prices.l1DataGas + prices.l1Gas - 1n) / prices.l1Gas;
  return gas.l1Gas + data + l1GasOfL2(gas.l2Gas);
}

/** Steps that the bounds pay for. */
export function boundedSteps(settled: SettledBounds, stepGas: number): number {
  if (settled.kind === 'all') return stepsOf(settled.bounds.l2Gas.maxAmount, stepGas);
  return stepsOf(settled.l1Gas.maxAmount * L2_GAS_PER_L1_GAS, stepGas);
}

/** Steps that an amount of L2 gas pays for. */
export function stepsOf(l2Gas: bigint, stepGas: number): number {
  const steps = l2Gas / BigInt(stepGas);
  return steps > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(steps);
}
