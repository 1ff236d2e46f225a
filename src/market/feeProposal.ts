// SNIP-35: the least price of L2 gas follows the price of STRK in dollars.
// Text: https://community.starknet.io/t/snip-35-automatically-adjust-base-fee-to-strk-price/116168
// Source: https://github.com/starkware-libs/sequencer, crates/apollo_consensus_orchestrator/src/dynamic_gas_price.
import { DYNAMIC_FEE } from '../protocol/feeMarket.ts';
import { boundedPrice } from './boundedPrice.ts';

const ATTO = 10n ** 18n;
const THOUSAND = 1000n;

/** The price that a proposer would like: what a unit shall cost, in STRK. Undefined while the oracle fails, which a price of zero means too. */
export const targetPrice = (targetAttoUsd: bigint, strkUsd: bigint | undefined): bigint | undefined =>
  strkUsd ? (targetAttoUsd * ATTO) / strkUsd : undefined;

/** The least price that proposals of the last blocks decide: their median. Undefined if there are too few of them. */
export function medianProposal(proposals: readonly bigint[]): bigint | undefined {
  if (proposals.length < DYNAMIC_FEE.window) return undefined;
  const sorted = proposals.slice(-DYNAMIC_FEE.window).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = DYNAMIC_FEE.window / 2;
  return (sorted[middle - 1]! + sorted[middle]!) / 2n;
}

/**
 * What the proposer of a block proposes: the target, near the price that the last proposals decided. If they decided none, it is the price of the
 * block; while the oracle fails, it is the price that they decided.
 */
export function feeProposal(
  price: bigint,
  decided: bigint | undefined,
  target: bigint | undefined,
  highest: bigint,
): bigint {
  if (decided === undefined) return price;
  const margin = THOUSAND + DYNAMIC_FEE.marginPpt;
  const lower = (decided * THOUSAND) / margin;
  const upper = (decided * margin) / THOUSAND;
  const near = boundedPrice(target ?? decided, lower, upper);
  return near > highest ? highest : near;
}
