import { boolean, optional, struct } from '../../decode/decoder.ts';
import { priceSchedule } from '../../decode/priceSchedule.ts';
import { formatMarket } from '../../format/market.ts';
import { method } from '../../method.ts';

const params = struct('SetPriceSchedule', { schedule: priceSchedule, generate_block: optional(boolean) });

export const setPriceSchedule = method({
  name: 'setPriceSchedule',
  group: 'sandbox',
  summary: 'Lets the gas prices of the blocks after the open one follow a schedule.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  restricted: 'hidden',
  run: ({ write }, { schedule, generateBlock = false }) =>
    write(async (draft) => {
      await draft.setPriceSchedule(schedule, generateBlock);
      return formatMarket(draft.view.value);
    }),
});
