import { describeFault } from '../../faults/describeFault.ts';
import { faultNames } from '../../faults/faultKinds.ts';
import type { FaultRule } from '../../faults/faultRule.ts';

/** The price of L2 gas changes some blocks after the start. */
export interface PriceMove {
  readonly fault: 'price-moved';
  /** The first block with the new price: 1 is the one after the open block. */
  readonly after: number;
  /** The new price, in percent of that at the start. */
  readonly percent: number;
}

/** The mempool selects in a random order, in which only the nonces of each account are kept. Only in mempool mode. */
export interface Reordering {
  readonly fault: 'reordered';
  readonly seed: number;
}

/** One thing that a schedule does to a test. */
export type Disturbance = FaultRule | PriceMove | Reordering;

/** The name of a disturbance. */
export type DisturbanceKind = Disturbance['fault'];

/** Those that are a part of the chain; the others are faults between the node and its clients. */
const CHAIN_KINDS: readonly DisturbanceKind[] = ['price-moved', 'reordered'];

/** All names of disturbances. */
export const disturbanceKinds: readonly DisturbanceKind[] = [...faultNames, ...CHAIN_KINDS];

/** What happens while the test runs. */
export type Schedule = readonly Disturbance[];

const percentText = (percent: number) => (percent >= 100 ? `rises to ${percent} %` : `falls to ${percent} %`);

/** One sentence about a disturbance. */
export function describeDisturbance(disturbance: Disturbance): string {
  switch (disturbance.fault) {
    case 'price-moved':
      return `From ${disturbance.after === 1 ? 'the block' : `${disturbance.after} blocks`} after the open one on, the price of L2 gas ${percentText(disturbance.percent)} of what it was.`;
    case 'reordered':
      return `The mempool selects in another order (seed ${disturbance.seed}).`;
    default:
      return describeFault(disturbance);
  }
}

/** The rules of a schedule that are faults between the node and its clients. */
export const faultRules = (schedule: Schedule): readonly FaultRule[] =>
  schedule.filter((disturbance): disturbance is FaultRule => !CHAIN_KINDS.includes(disturbance.fault));
