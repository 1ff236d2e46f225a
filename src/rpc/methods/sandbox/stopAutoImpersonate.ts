import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

export const stopAutoImpersonate = method({
  name: 'stopAutoImpersonate',
  group: 'sandbox',
  kind: 'write',
  params: noParams,
  journal: 'request',
  run: async ({ write }) => {
    await write((draft) => draft.setAutoImpersonate(false));
    return {};
  },
});
