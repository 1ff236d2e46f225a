import { balanceOf, type Unit } from '../../balance.ts';
import { boolean, optional, struct } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { type Hex, hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

const params = optionalParams(struct('PredeployedAccountsQuery', { with_balance: optional(boolean) }));

/** An account that is deployed at genesis. Balances are in decimal digits. */
export interface PredeployedAccountJson {
  readonly initial_balance: string;
  readonly address: Hex;
  readonly public_key: Hex;
  readonly private_key: Hex;
  readonly balance: { readonly eth: TokenBalance; readonly strk: TokenBalance } | null;
}
export interface TokenBalance {
  readonly amount: string;
  readonly unit: Unit;
}

export const getPredeployedAccounts = method({
  name: 'getPredeployedAccounts',
  group: 'sandbox',
  summary: 'The accounts that are deployed at genesis, with their keys.',
  kind: 'read',
  params,
  restricted: 'default',
  run: async ({ node, chain }, { withBalance }) => {
    const balance = async (address: (typeof node.accounts)[number]['address'], unit: Unit) => ({
      amount: (await balanceOf(node, chain, address, unit, 'open')).toString(),
      unit,
    });
    const accounts: PredeployedAccountJson[] = [];
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
