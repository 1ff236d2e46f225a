import type { GasPrice } from '../execution/blockContext.ts';
import { lastAtOrBefore } from '../execution/lastAtOrBefore.ts';

/** Values from given blocks on, in ascending order of the blocks. */
export type ByBlock<T> = readonly { readonly block: number; readonly value: T }[];

/** The value that holds at a block; undefined before the first. */
export const valueAt = <T>(values: ByBlock<T>, number: number): T | undefined =>
  values[lastAtOrBefore(values.length, (i) => values[i]!.block, number)]?.value;

/** The price stays as it was set last. */
export interface ConstantSchedule {
  readonly kind: 'constant';
}

/** A random walk. The two prices of a gas, in WEI and in FRI, make the same steps. */
export interface WalkSchedule {
  readonly kind: 'walk';
  readonly seed: number;
  /** The largest step of a block. */
  readonly stepPercent: number;
  /** The bounds, in percent of the price when the schedule was set. */
  readonly minPercent: number;
  readonly maxPercent: number;
}

/** Prices from given blocks on. A price that is left out stays. */
export interface ListSchedule {
  readonly kind: 'list';
  readonly prices: ByBlock<Partial<GasPrice>>;
}

/** The market of the networks. A constant that is undefined is that of the protocol version. */
export interface FeeMarketSchedule {
  readonly kind: 'eip1559' | 'dynamic';
  readonly gasTarget: bigint | undefined;
  readonly maxBlockGas: bigint | undefined;
  readonly maxChangeDenominator: bigint | undefined;
  readonly minPriceFri: bigint | undefined;
  /** The L2 gas that others use in a block, beside the transactions that it has here. */
  readonly backgroundGas: ByBlock<bigint>;
  /** Of `dynamic`: the price of STRK in 10^-18 dollars, undefined while the oracle fails. If there is no list, the price now is the right one. */
  readonly strkUsd: ByBlock<bigint | undefined> | undefined;
  /** Of `dynamic`: what a unit of L2 gas shall cost, in 10^-18 dollars. */
  readonly targetAttoUsd: bigint | undefined;
}

/** How the price of L1 gas or of L1 data gas goes on from block to block. */
export type L1Schedule = ConstantSchedule | WalkSchedule | ListSchedule;

/** How the price of L2 gas does. */
export type L2Schedule = L1Schedule | FeeMarketSchedule;

/** How the prices of new blocks follow from those of the block before. */
export interface PriceSchedule {
  readonly l1Gas: L1Schedule;
  readonly l1DataGas: L1Schedule;
  readonly l2Gas: L2Schedule;
}

export const CONSTANT: ConstantSchedule = { kind: 'constant' };

/** Prices that only change by hand. */
export const CONSTANT_PRICES: PriceSchedule = { l1Gas: CONSTANT, l1DataGas: CONSTANT, l2Gas: CONSTANT };

/** Whether the price of L2 gas follows the market of the networks. */
export const isFeeMarket = (schedule: L2Schedule): schedule is FeeMarketSchedule =>
  schedule.kind === 'eip1559' || schedule.kind === 'dynamic';

/** Whether a schedule changes nothing. */
export const isConstant = ({ l1Gas, l1DataGas, l2Gas }: PriceSchedule): boolean =>
  [l1Gas, l1DataGas, l2Gas].every(({ kind }) => kind === 'constant');
