import { struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { method } from '../../method.ts';

const params = struct('AccountAddress', { account_address: address });

export const impersonateAccount = method('impersonateAccount', params, async ({ write }, { accountAddress }) => {
  await write((draft) => draft.impersonate(accountAddress));
  return {};
});
