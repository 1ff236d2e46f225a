import type { NodeConfig } from '../../chain/config.ts';
import type { Node } from '../../chain/node.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { safeLine } from '../../text/safeText.ts';

const upper = (felt: Felt) => `0x${felt.toString(16).toUpperCase()}`;
const padded = (felt: Felt) => `0x${felt.toString(16).padStart(64, '0')}`;

/** The text that is printed at start. Tools read the addresses and keys from it. */
export function bannerText(node: Node): string {
  const { config, chainId, accounts, system } = node;
  const lines = [
    // On a fork this name comes from the origin.
    `Chain ID: ${safeLine(config.chainId)} (0x${chainId.toString(16)})`,
    '',
    'Predeployed FeeToken',
    `ETH Address: ${upper(system.ethAddress)}`,
    `Class Hash: ${upper(system.ethClassHash)}`,
    `STRK Address: ${upper(system.strkAddress)}`,
    `Class Hash: ${upper(system.strkClassHash)}`,
    '',
    'Predeployed UDC',
    `Address: ${upper(system.udcAddress)}`,
    `Class Hash: ${upper(system.udcClassHash)}`,
    '',
  ];
  const { argent, argentMultisig } = system;
  if (argent !== undefined || argentMultisig !== undefined)
    lines.push(
      'Predeclared Argent account classes',
      ...(argent === undefined ? [] : [`Regular class hash: ${upper(argent)}`]),
      ...(argentMultisig === undefined ? [] : [`Multisig class hash: ${upper(argentMultisig)}`]),
      '',
    );
  if (accounts.length > 0) {
    lines.push(`Predeployed accounts using ${accountClassText(config)} with hash: ${padded(system.accountClassHash)}`);
    for (const account of accounts)
      lines.push(
        '',
        `| Account address |  ${padded(account.address)}`,
        `| Private key     |  ${padded(account.privateKey)}`,
        `| Public key      |  ${padded(account.publicKey)}`,
      );
    lines.push(
      '',
      `Initial balance of each account: ${config.initialBalance} WEI and FRI`,
      `Seed to replicate this account sequence: ${config.seed}`,
      '',
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Where the class of the predeployed accounts comes from. */
function accountClassText({ accountClass, accountClassCustom, systemClasses }: NodeConfig): string {
  if (accountClassCustom !== undefined) return 'your class of --account-class-custom';
  const isCairo0 = accountClass === 'cairo0';
  if (systemClasses[isCairo0 ? 'accountCairo0' : 'account'] !== undefined) return 'your class of --system-classes';
  return `the ${isCairo0 ? 'Cairo 0' : 'Cairo 1'} account class of Starbox`;
}

/** The same facts for a log of JSON lines. */
export function bannerFields({ config, chainId, accounts, system }: Node): Readonly<Record<string, unknown>> {
  return {
    chain_id: config.chainId,
    chain_id_felt: formatFelt(chainId),
    eth_address: formatFelt(system.ethAddress),
    strk_address: formatFelt(system.strkAddress),
    udc_address: formatFelt(system.udcAddress),
    account_class_hash: formatFelt(system.accountClassHash),
    accounts: accounts.map(({ address, privateKey, publicKey }) => ({
      address: padded(address),
      private_key: padded(privateKey),
      public_key: padded(publicKey),
    })),
    initial_balance: String(config.initialBalance),
    seed: config.seed,
  };
}
