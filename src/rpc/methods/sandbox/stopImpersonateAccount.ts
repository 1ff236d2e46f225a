import { struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { method } from '../../method.ts';

const params = struct('AccountAddress', { account_address: address });

export const stopImpersonateAccount = method(
  'stopImpersonateAccount',
  params,
  async ({ write }, { accountAddress }) => {
    await write((draft) => draft.stopImpersonating(accountAddress));
    return {};
  },
);
