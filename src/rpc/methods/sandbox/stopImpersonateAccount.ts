import { struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { EMPTY, method } from '../../method.ts';

const params = struct('AccountAddress', { account_address: address });

export const stopImpersonateAccount = method({
  name: 'stopImpersonateAccount',
  group: 'sandbox',
  summary: 'Checks the signatures of an account again.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  run: async ({ write }, { accountAddress }) => {
    await write((draft) => draft.stopImpersonating(accountAddress));
    return EMPTY;
  },
});
