import { balanceOf, type Unit } from '../../balance.ts';
import { boolean, optional, struct } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

const params = optionalParams(struct('PredeployedAccountsQuery', { with_balance: optional(boolean) }));

export const getPredeployedAccounts = method({
  name: 'getPredeployedAccounts',
  group: 'sandbox',
  kind: 'read',
  params,
  restricted: 'default',
  run: async ({ node, chain }, { withBalance }) => {
    const balance = async (address: (typeof node.accounts)[number]['address'], unit: Unit) => ({
      amount: (await balanceOf(node, chain, address, unit, 'pre_confirmed')).toString(),
      unit,
    });
    const accounts: object[] = [];
    for (const { address, initialBalance, publicKey, privateKey } of node.accounts)
      accounts.push({
        initial_balance: initialBalance.toString(),
        address: hex(address),
        public_key: hex(publicKey),
        private_key: hex(privateKey),
        balance: withBalance ? { eth: await balance(address, 'WEI'), strk: await balance(address, 'FRI') } : null,
      });
    return accounts;
  },
});
