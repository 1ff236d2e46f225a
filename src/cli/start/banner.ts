import type { NodeConfig } from '../../chain/config.ts';
import type { Node } from '../../chain/node.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { safeLine } from '../../text/safeText.ts';

const upper = (felt: Felt) => `0x${felt.toString(16).toUpperCase()}`;
const padded = (felt: Felt) => `0x${felt.toString(16).padStart(64, '0')}`;

/**
 * The text that is printed at start. Tools read the addresses and keys from it. They are written as in answers, so that copies can be
 * compared; `asDevnet` writes them as starknet-devnet does, those of accounts padded and the others in capitals.
 */
export function bannerText(node: Node, asDevnet = false): string {
  const { config, chainId, accounts, system } = node;
  const systemText = asDevnet ? upper : formatFelt;
  const accountText = asDevnet ? padded : formatFelt;
  const lines = [
    // On a fork this name comes from the origin.
    `Chain ID: ${safeLine(config.chainId)} (0x${chainId.toString(16)})`,
    '',
    'Predeployed FeeToken',
    `ETH Address: ${systemText(system.ethAddress)}`,
    `Class Hash: ${systemText(system.ethClassHash)}`,
    `STRK Address: ${systemText(system.strkAddress)}`,
    `Class Hash: ${systemText(system.strkClassHash)}`,
    '',
    'Predeployed UDC',
    `Address: ${systemText(system.udcAddress)}`,
    `Class Hash: ${systemText(system.udcClassHash)}`,
    '',
  ];
  const { argent, argentMultisig } = system;
  if (argent !== undefined || argentMultisig !== undefined)
    lines.push(
      'Predeclared Argent account classes',
      ...(argent === undefined ? [] : [`Regular class hash: ${systemText(argent)}`]),
      ...(argentMultisig === undefined ? [] : [`Multisig class hash: ${systemText(argentMultisig)}`]),
      '',
    );
  if (accounts.length > 0) {
    lines.push(
      `Predeployed accounts using ${accountClassText(config)} with hash: ${accountText(system.accountClassHash)}`,
    );
    for (const account of accounts)
      lines.push(
        '',
        `| Account address |  ${accountText(account.address)}`,
        `| Private key     |  ${accountText(account.privateKey)}`,
        `| Public key      |  ${accountText(account.publicKey)}`,
      );
    lines.push(
      '',
      `Initial balance of each account: ${config.initialBalance} WEI and FRI`,
      `Seed to replicate this account sequence: ${config.seed}`,
      '',
    );
  }
  const { substitutes } = system;
  if (substitutes.length > 0)
    lines.push(
      'Well-known class hashes that run classes of Starbox (--system-classes uses the originals: docs/configuration.md)',
      ...substitutes.map(([classHash]) => systemText(classHash)),
      '',
    );
  return `${lines.join('\n')}\n`;
}

/** Where the class of the predeployed accounts comes from. */
function accountClassText({ accountClass, accountClassCustom, systemClasses }: NodeConfig): string {
  if (accountClassCustom !== undefined) return 'your class of --account-class-custom';
  const isCairo0 = accountClass === 'cairo0';
  if (systemClasses[isCairo0 ? 'accountCairo0' : 'account'] !== undefined) return 'your class of --system-classes';
  return `the ${isCairo0 ? 'Cairo 0' : 'Cairo 1'} account class of Starbox`;
}

/** The facts of the banner as fields, for a log of JSON lines. */
export function bannerFields({ config, chainId, accounts, system }: Node): Readonly<Record<string, unknown>> {
  return {
    chain_id: config.chainId,
    chain_id_felt: formatFelt(chainId),
    eth_address: formatFelt(system.ethAddress),
    strk_address: formatFelt(system.strkAddress),
    udc_address: formatFelt(system.udcAddress),
    account_class_hash: formatFelt(system.accountClassHash),
    accounts: accounts.map(({ address, privateKey, publicKey }) => ({
      address: formatFelt(address),
      private_key: formatFelt(privateKey),
      public_key: formatFelt(publicKey),
    })),
    initial_balance: String(config.initialBalance),
    seed: config.seed,
  };
}
