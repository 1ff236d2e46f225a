import type { GasPrice, GasPrices } from '../execution/blockContext.ts';
import { DYNAMIC_FEE, feeMarketOf } from '../protocol/feeMarket.ts';
import { PersistentVector } from '../state/persistentVector.ts';
import { boundedPrice } from './boundedPrice.ts';
import { feeMarketPrice, maxPriceFri } from './feeMarketPrice.ts';
import { feeProposal, medianProposal, targetPrice } from './feeProposal.ts';
import {
  type FeeMarketSchedule,
  isConstant,
  isFeeMarket,
  type L1Schedule,
  type PriceSchedule,
  valueAt,
} from './priceSchedule.ts';
import { walkedPrice } from './walkedPrice.ts';

/** A schedule in force. */
export interface PriceMarket {
  readonly schedule: PriceSchedule;
  /** The prices when it was set. */
  readonly base: GasPrices;
  /** The number of the first block with a proposal. */
  readonly since: number;
  /** Of `dynamic`: what was proposed in each block. */
  readonly proposals: PersistentVector<bigint>;
}

/** What the prices after a block follow from. */
export interface ClosedBlock {
  readonly number: number;
  readonly prices: GasPrices;
  readonly protocol: { readonly version: string };
  readonly transactions: Iterable<{ readonly receipt: { readonly gas: { readonly l2Gas: bigint } } }>;
}

/** A market from an open block on; undefined if its prices are constant. */
export const startMarket = (schedule: PriceSchedule, base: GasPrices, since: number): PriceMarket | undefined =>
  isConstant(schedule) ? undefined : { schedule, base, since, proposals: PersistentVector.empty() };

/**
 * The prices of the block after another one, and the market from there on. `wanted` are the prices that were set by hand since that block was
 * opened; the schedule goes on from them one block later.
 */
export function stepMarket(
  market: PriceMarket,
  block: ClosedBlock,
  wanted: GasPrices = block.prices,
): { readonly prices: GasPrices; readonly market: PriceMarket } {
  const { schedule, base } = market;
  const { prices, number } = block;
  const noted = schedule.l2Gas.kind === 'dynamic' ? withProposal(market, schedule.l2Gas, block) : market;
  const stepped = (name: keyof GasPrices, step: () => GasPrice): GasPrice =>
    isSame(wanted[name], prices[name]) ? step() : wanted[name];
  const plain = (name: keyof GasPrices, stream: number, how: L1Schedule) => () =>
    plainPrice(how, stream, prices[name], base[name], number + 1);
  const { l2Gas } = schedule;
  return {
    market: noted,
    prices: {
      l1Gas: stepped('l1Gas', plain('l1Gas', 0, schedule.l1Gas)),
      l1DataGas: stepped('l1DataGas', plain('l1DataGas', 1, schedule.l1DataGas)),
      l2Gas: stepped('l2Gas', isFeeMarket(l2Gas) ? () => marketPrice(l2Gas, market, block) : plain('l2Gas', 2, l2Gas)),
    },
  };
}

const isSame = (a: GasPrice, b: GasPrice): boolean => a.fri === b.fri && a.wei === b.wei;

function plainPrice(schedule: L1Schedule, stream: number, before: GasPrice, base: GasPrice, number: number): GasPrice {
  switch (schedule.kind) {
    case 'constant':
      return before;
    case 'walk':
      return walkedPrice(schedule, stream, before, base, number);
    case 'list':
      return { ...before, ...valueAt(schedule.prices, number) };
  }
}

/** The price in WEI keeps the ratio to that in FRI which it had when the schedule was set. */
function marketPrice(schedule: FeeMarketSchedule, market: PriceMarket, block: ClosedBlock): GasPrice {
  const { fri: baseFri, wei: baseWei } = market.base.l2Gas;
  const used = l2GasOf(block) + (valueAt(schedule.backgroundGas, block.number) ?? 0n);
  const floor = schedule.kind === 'dynamic' ? decidedBefore(market, block.number) : undefined;
  const fri = feeMarketPrice(block.prices.l2Gas.fri, used, constantsOf(schedule, block), floor);
  return { fri, wei: boundedPrice((fri * baseWei) / baseFri) };
}

/** The constants of a market: those that the schedule gives, and the others of the version of a block. */
export function constantsOf(schedule: FeeMarketSchedule, { protocol }: Pick<ClosedBlock, 'protocol'>) {
  const usual = feeMarketOf(protocol.version);
  return {
    gasTarget: schedule.gasTarget ?? usual.gasTarget,
    maxBlockGas: schedule.maxBlockGas ?? usual.maxBlockGas,
    maxChangeDenominator: schedule.maxChangeDenominator ?? usual.maxChangeDenominator,
    minPriceFri: schedule.minPriceFri ?? usual.minPriceFri,
  };
}

function l2GasOf({ transactions }: ClosedBlock): bigint {
  let sum = 0n;
  for (const { receipt } of transactions) sum += receipt.gas.l2Gas;
  return sum;
}

/** The price that the proposals before a block decided. */
const decidedBefore = ({ proposals, since }: PriceMarket, number: number): bigint | undefined =>
  number - since < DYNAMIC_FEE.window
    ? undefined
    : medianProposal([...proposals.take(number - since).from(number - since - DYNAMIC_FEE.window)]);

/** The market with the proposal of a block. Those of later blocks, which were aborted, are dropped. */
function withProposal(market: PriceMarket, schedule: FeeMarketSchedule, block: ClosedBlock): PriceMarket {
  const { number, prices } = block;
  const since = Math.min(market.since, number);
  const before = market.proposals.take(number - since);
  const { fri } = market.base.l2Gas;
  const target = schedule.strkUsd
    ? targetPrice(schedule.targetAttoUsd ?? DYNAMIC_FEE.targetAttoUsd, valueAt(schedule.strkUsd, number))
    : fri;
  const highest = maxPriceFri(constantsOf(schedule, block));
  const proposal = feeProposal(prices.l2Gas.fri, decidedBefore(market, number), target, highest);
  return { ...market, since, proposals: before.push(proposal) };
}
