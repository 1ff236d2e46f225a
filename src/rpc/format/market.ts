import type { ChainValue } from '../../chain/value/chainValue.ts';
import { feltOf } from '../../felt/key.ts';
import type { JsonObject } from '../../json/json.ts';
import { CONSTANT_PRICES } from '../../market/priceSchedule.ts';
import { writeSchedule } from '../../market/readSchedule.ts';
import { countCells } from '../../market/scheduledCells.ts';
import { limits } from '../../protocol/limits.ts';
import { formatGasPrices } from './gasPrices.ts';
import { type Hex, hex } from './hex.ts';

/** The schedules in force. */
export interface MarketAnswer {
  /** How the prices go on, for each gas, as `setPriceSchedule` takes it. */
  readonly price_schedule: JsonObject;
  /** The prices of the open block. */
  readonly prices: ReturnType<typeof formatGasPrices>;
  /** The first block that `setStateSchedule` can name. */
  readonly next_block: number;
  /** The number of cells that blocks write when they are opened, past blocks included. */
  readonly scheduled_cells: number;
  /** Those of the blocks to come, in order; not all of them if there are many. */
  readonly state_schedule: readonly {
    readonly block: number;
    readonly contract_address: Hex;
    readonly key: Hex;
    readonly value: Hex;
  }[];
}

/** The price schedule of a chain, as requests have it. */
export const formatSchedule = ({ market }: Pick<ChainValue, 'market'>): JsonObject =>
  writeSchedule(market?.schedule ?? CONSTANT_PRICES);

/** The first block whose values can be scheduled: the open one, unless it has transactions, which saw other values. */
export const nextScheduled = ({ open }: Pick<ChainValue, 'open'>): number =>
  open.header ? open.number + 1 : open.number;

export function formatMarket(value: ChainValue): MarketAnswer {
  const { open, scheduledCells: cells = new Map() } = value;
  const blocks = [...cells.keys()].filter((block) => block > open.number).sort((a, b) => a - b);
  const rows: MarketAnswer['state_schedule'][number][] = [];
  for (const block of blocks.slice(0, limits.pageRows))
    for (const { address, key, value } of cells.get(block)!)
      rows.push({ block, contract_address: hex(feltOf(address)), key: hex(feltOf(key)), value: hex(feltOf(value)) });
  return {
    price_schedule: formatSchedule(value),
    prices: formatGasPrices(open.prices),
    next_block: nextScheduled(value),
    scheduled_cells: countCells(cells),
    state_schedule: rows.slice(0, limits.pageRows),
  };
}
