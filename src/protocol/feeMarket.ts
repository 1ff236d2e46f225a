// How the networks set the price of L2 gas, by protocol version. A new version is a row here.
// Source: https://github.com/starkware-libs/sequencer, branches main-v0.14.0 to main-v0.14.4:
// crates/apollo_versioned_constants/resources/orchestrator_versioned_constants_*.json, and crates/apollo_consensus_orchestrator/src/fee_market.

/** The constants of one version. */
export interface FeeMarketConstants {
  /** The first protocol version that has them. */
  readonly since: string;
  /** The L2 gas of a block at which the price stays. */
  readonly gasTarget: bigint;
  /** The most L2 gas that a block can have. */
  readonly maxBlockGas: bigint;
  /** A block that uses twice the target raises the price by the price divided by this. */
  readonly maxChangeDenominator: bigint;
  readonly minPriceFri: bigint;
}

/** A price below the least one rises by at most this part of itself in a block. */
export const RISE_TO_MIN_DENOMINATOR = 333n;

/** The highest price, as a multiple of the least one. The sequencer applies it to blocks of all versions since August 2026. */
export const MAX_PRICE_MULTIPLIER = 10n;

/** SNIP-35, which follows the price of STRK in dollars. In use since 0.14.3. */
export const DYNAMIC_FEE = {
  /** The number of blocks before a block whose proposals decide its least price. */
  window: 10,
  /** How far a proposal may be from that price, in parts per thousand. */
  marginPpt: 2n,
  /** What a unit of L2 gas shall cost, in 10^-18 dollars: the default of the sequencer. What the networks set is not public. */
  targetAttoUsd: 880_000_000n,
};

const V0_14_0: FeeMarketConstants = {
  since: '0.14.0',
  gasTarget: 3_200_000_000n,
  maxBlockGas: 4_000_000_000n,
  maxChangeDenominator: 48n,
  minPriceFri: 3_000_000_000n,
};
const V0_14_1: FeeMarketConstants = {
  ...V0_14_0,
  since: '0.14.1',
  gasTarget: 4_000_000_000n,
  maxBlockGas: 5_000_000_000n,
  minPriceFri: 8_000_000_000n,
};
const V0_14_2: FeeMarketConstants = {
  ...V0_14_1,
  since: '0.14.2',
  gasTarget: 1_500_000_000n,
  maxBlockGas: 5_800_000_000n,
};
const V0_14_3: FeeMarketConstants = { ...V0_14_2, since: '0.14.3', gasTarget: 1_040_000_000n };
const V0_14_4: FeeMarketConstants = { ...V0_14_3, since: '0.14.4' };

/** The versions, oldest first. Before 0.14.0 the networks had no such market. */
export const feeMarketVersions: readonly FeeMarketConstants[] = [V0_14_0, V0_14_1, V0_14_2, V0_14_3, V0_14_4];

/** The constants of a protocol version; those of 0.14.0 if it is older. */
export const feeMarketOf = (version: string): FeeMarketConstants =>
  feeMarketVersions.find(({ since }) => since === version) ?? V0_14_0;
