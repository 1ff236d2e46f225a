import { struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { EMPTY, method } from '../../method.ts';

const params = struct('AccountAddress', { account_address: address });

export const impersonateAccount = method({
  name: 'impersonateAccount',
  group: 'sandbox',
  summary: 'Accepts transactions of one account without checking signatures.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  restricted: 'default',
  run: async ({ write }, { accountAddress }) => {
    await write((draft) => draft.impersonate(accountAddress));
    return EMPTY;
  },
});
