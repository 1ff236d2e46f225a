import { parseJson } from '../json/parseJson.ts';
import { writeJson } from '../json/writeJson.ts';
import type { PriceMarket } from '../market/priceMarket.ts';
import type { PriceSchedule } from '../market/priceSchedule.ts';
import { readSchedule, writeSchedule } from '../market/readSchedule.ts';
import type { ScheduledCell, ScheduledCells } from '../market/scheduledCells.ts';
import { sourceLimits } from '../protocol/sourceLimits.ts';
import { PersistentVector } from '../state/persistentVector.ts';
import { as, type Codec, integer, key, list, natural, record, text } from './codec.ts';
import { StateFileError } from './stateFileError.ts';
import { gasPrices } from './transactionCodec.ts';

/** A schedule is written as the JSON that requests have. */
const schedule: Codec<PriceSchedule> = as(
  text,
  (value) => writeJson(writeSchedule(value)),
  (written) => {
    try {
      return readSchedule(parseJson(written, sourceLimits.fileJson));
    } catch (error) {
      throw new StateFileError(`the price schedule cannot be read: ${error instanceof Error ? error.message : error}`);
    }
  },
);

export const priceMarket: Codec<PriceMarket> = record<PriceMarket>({
  schedule,
  base: gasPrices,
  since: integer,
  proposals: as(list(natural), (values) => [...values], PersistentVector.from<bigint>),
});

interface CellsOfBlock {
  readonly block: number;
  readonly cells: readonly ScheduledCell[];
}

export const scheduledCells: Codec<ScheduledCells> = as(
  list(record<CellsOfBlock>({ block: integer, cells: list(record<ScheduledCell>({ address: key, key, value: key })) })),
  (all) => [...all].map(([block, cells]) => ({ block, cells })),
  (pairs) => new Map(pairs.map(({ block, cells }) => [block, cells])),
);
