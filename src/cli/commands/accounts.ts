import type { RpcResult } from '../../rpc/schema.ts';
import { UsageError } from '../options/usageError.ts';
import { askNode } from './askNode.ts';
import { optionsHelp } from './commandOptions.ts';
import { readArguments } from './readArguments.ts';
import { tokenText } from './tokenAmount.ts';

type Accounts = RpcResult<'devnet_getPredeployedAccounts'>;

const HELP = `Print the predeployed accounts of a running node, with their keys and present balances

Usage: starbox accounts [OPTIONS]

Options:
${optionsHelp('accounts')}
Examples:
  starbox accounts
  starbox accounts --json | jq -r '.[0].address'
`;

/** `starbox accounts`. */
export async function accountsCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('accounts', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const { words, json } = read;
  if (words.length > 0) throw new UsageError(`accounts takes no arguments; see 'starbox help accounts'`);
  const node = await read.node();
  const accounts = await askNode<Accounts>(node, 'devnet_getPredeployedAccounts', {
    with_balance: true,
  });
  if (json) process.stdout.write(`${JSON.stringify(accounts, null, 2)}\n`);
  else if (accounts.length === 0)
    process.stdout.write(`The node at ${node.url} has no predeployed accounts: it was started with --accounts 0.\n`);
  else process.stdout.write(`${accounts.map(accountText).join('\n\n')}\n`);
  return 0;
}

function accountText({ address, private_key, balance }: Accounts[number], index: number): string {
  const lines = [`Account ${index}`, `  address      ${address}`, `  private key  ${private_key}`];
  if (balance)
    lines.push(`  balance      ${tokenText(balance.strk.amount)} STRK, ${tokenText(balance.eth.amount)} ETH`);
  return lines.join('\n');
}
