import { noParams } from '../../decode/params.ts';
import { EMPTY, method } from '../../method.ts';

export const autoImpersonate = method({
  name: 'autoImpersonate',
  group: 'sandbox',
  summary: 'Accepts transactions of every account without checking signatures.',
  kind: 'write',
  takesBack: false,
  params: noParams,
  journal: 'request',
  restricted: 'default',
  run: async ({ write }) => {
    await write((draft) => draft.setAutoImpersonate(true));
    return EMPTY;
  },
});
