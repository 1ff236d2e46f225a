import type { PriceSchedule } from '../../market/priceSchedule.ts';
import { readSchedule } from '../../market/readSchedule.ts';
import { ScheduleError } from '../../market/scheduleFields.ts';
import { limits } from '../../protocol/limits.ts';
import { invalidParams } from '../rpcError.ts';
import { decoder } from './decoder.ts';

const manyPrices = () => ({
  l2: Array.from({ length: limits.scheduledPrices }, (_, i) => ({ block: 2 ** 40 + i, fri: 5, wei: 5 })),
});

/** A schedule of prices (docs/market.md). */
export const priceSchedule = decoder<PriceSchedule, string | object>(
  '`constant`, `walk`, `walk:SEED`, `eip1559`, `dynamic`, or an object with a schedule for `l1`, `l1_data` and `l2`',
  manyPrices,
  (value) => {
    try {
      return readSchedule(value);
    } catch (error) {
      throw error instanceof ScheduleError ? invalidParams(error.message) : error;
    }
  },
);
