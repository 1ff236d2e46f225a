import { noParams } from '../../decode/params.ts';
import { EMPTY, method } from '../../method.ts';

export const stopAutoImpersonate = method({
  name: 'stopAutoImpersonate',
  group: 'sandbox',
  summary: 'Checks signatures again, except of accounts that are impersonated one by one.',
  kind: 'write',
  takesBack: false,
  params: noParams,
  journal: 'request',
  run: async ({ write }) => {
    await write((draft) => draft.setAutoImpersonate(false));
    return EMPTY;
  },
});
