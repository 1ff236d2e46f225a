import { struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { method } from '../../method.ts';

const params = struct('AccountAddress', { account_address: address });

export const stopImpersonateAccount = method({
  name: 'stopImpersonateAccount',
  group: 'sandbox',
  kind: 'write',
  params,
  journal: 'request',
  run: async ({ write }, { accountAddress }) => {
    await write((draft) => draft.stopImpersonating(accountAddress));
    return {};
  },
});
