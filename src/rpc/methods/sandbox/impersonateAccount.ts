import { struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { method } from '../../method.ts';

const params = struct('AccountAddress', { account_address: address });

export const impersonateAccount = method({
  name: 'impersonateAccount',
  group: 'sandbox',
  kind: 'write',
  params,
  journal: 'request',
  restricted: 'default',
  run: async ({ write }, { accountAddress }) => {
    await write((draft) => draft.impersonate(accountAddress));
    return {};
  },
});
