import type { AmountLike, Hex } from '../values.ts';
import type { StorageValue } from './storageByName.ts';

/** A value for all blocks, or values from given blocks on. */
export type ByBlockInput<T> = T | readonly { readonly block: number; readonly value: T }[];

/** A random walk of a price. */
export interface WalkInput {
  readonly kind: 'walk';
  /** The same seed gives the same prices. Default: 0. */
  readonly seed?: number | undefined;
  /** The largest step from one block to the next, in percent. Default: 5. */
  readonly stepPercent?: number | undefined;
  /** The lowest and the highest price, in percent of the price when the schedule is set. Default: 50 and 200. */
  readonly minPercent?: number | undefined;
  readonly maxPercent?: number | undefined;
}

/** The rule of the networks for L2 gas. Constants that are left out are those of the protocol version. */
export interface FeeMarketInput {
  readonly kind: 'eip1559';
  /** The L2 gas of a block at which the price stays. */
  readonly gasTarget?: AmountLike | undefined;
  /** The most L2 gas of a block. */
  readonly maxBlockGas?: AmountLike | undefined;
  readonly maxChangeDenominator?: AmountLike | undefined;
  readonly minPriceFri?: AmountLike | undefined;
  /** The L2 gas that others use in each block, beside your transactions. Default: 0. */
  readonly backgroundGas?: ByBlockInput<AmountLike> | undefined;
}

/** The rule of SNIP-35 for L2 gas, with an oracle of yours. */
export interface DynamicFeeInput extends Omit<FeeMarketInput, 'kind'> {
  readonly kind: 'dynamic';
  /** The price of STRK in dollars, such as `'0.05'`; null if the oracle fails. Default: the one at which the price of L2 gas stays. */
  readonly strkUsd?: ByBlockInput<string | number | null> | undefined;
  /** What a unit of L2 gas shall cost, in 10^-18 dollars. */
  readonly targetAttoUsd?: AmountLike | undefined;
}

/** Prices from given blocks on. A price that is left out stays. */
export type PriceListInput = readonly {
  readonly block: number;
  readonly fri?: AmountLike | undefined;
  readonly wei?: AmountLike | undefined;
}[];

/** How the price of one gas changes. */
export type GasScheduleInput = 'constant' | 'walk' | `walk:${number}` | WalkInput | PriceListInput;

/** How the price of L2 gas changes. */
export type L2ScheduleInput = GasScheduleInput | 'eip1559' | 'dynamic' | FeeMarketInput | DynamicFeeInput;

/** How the prices of new blocks change: one schedule for all of them, or one for each gas. */
export type PriceScheduleInput =
  | Exclude<L2ScheduleInput, PriceListInput>
  | {
      readonly l1?: GasScheduleInput | undefined;
      readonly l1Data?: GasScheduleInput | undefined;
      readonly l2?: L2ScheduleInput | undefined;
    };

/** Values of a variable by the number of a block, such as `{ 120: 2_000n }`, or a function that gives them. */
export type ScheduledValues =
  | { readonly [block: number]: StorageValue }
  | ((block: number) => StorageValue | undefined);

/** The blocks that a function is called for. */
export interface ScheduledRange {
  /** Default: the first block that can be scheduled. */
  readonly from?: number | undefined;
  /** The last one. */
  readonly to?: number | undefined;
}

/** A variable of a contract and its values, for the option `stateSchedule`. */
export interface ScheduledVariableInput {
  readonly contract: string;
  /** A key, or a path such as `prices[0x1]`. */
  readonly variable: string;
  readonly values: { readonly [block: number]: StorageValue };
}

/** The schedules in force. */
export interface Market {
  /** How the prices go on, for each gas, as requests write it. */
  readonly priceSchedule: { readonly [gas: string]: unknown };
  /** The prices of the open block. */
  readonly prices: {
    readonly gasPrice: bigint;
    readonly dataGasPrice: bigint;
    readonly l2GasPrice: bigint;
    readonly gasPriceFri: bigint;
    readonly dataGasPriceFri: bigint;
    readonly l2GasPriceFri: bigint;
  };
  /** The first block that `setState` can name. */
  readonly nextBlock: number;
  /** The number of cells that blocks write when they are opened, past blocks included. */
  readonly scheduledCells: number;
  /** Those of the blocks to come; not all of them if there are many. */
  readonly stateSchedule: readonly {
    readonly block: number;
    readonly contract: Hex;
    readonly key: Hex;
    readonly value: Hex;
  }[];
}
