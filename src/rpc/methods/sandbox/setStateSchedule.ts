import { boolean, optional, struct } from '../../decode/decoder.ts';
import { stateTable } from '../../decode/stateTable.ts';
import { formatMarket } from '../../format/market.ts';
import { method } from '../../method.ts';

const params = struct('SetStateSchedule', { table: stateTable, clear: optional(boolean) });

export const setStateSchedule = method({
  name: 'setStateSchedule',
  group: 'sandbox',
  summary: 'Sets storage variables by name when given blocks are opened, such as the price of an oracle.',
  kind: 'write',
  takesBack: false,
  params,
  // Names are recorded as the cells that they stand for.
  journal: 'own',
  restricted: 'hidden',
  run: async ({ write }, { table, clear }) => {
    const { scheduleState } = await import('../../scheduleState.ts');
    return write(async (draft) => {
      await scheduleState(draft, table, { clear });
      return formatMarket(draft.view.value);
    });
  },
});
