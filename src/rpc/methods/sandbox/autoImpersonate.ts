import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

export const autoImpersonate = method({
  name: 'autoImpersonate',
  group: 'sandbox',
  kind: 'write',
  params: noParams,
  journal: 'request',
  restricted: 'default',
  run: async ({ write }) => {
    await write((draft) => draft.setAutoImpersonate(true));
    return {};
  },
});
