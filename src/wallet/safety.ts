// A signature is valid wherever the account and the chain id are the same. So the wallet signs for the chain id of a live network only where
// that cannot be used: on forks, which have it from their origin, and for accounts whose keys anybody knows.
import { feltOfAscii } from '../felt/felt.ts';
import { type Hex, toHex } from '../library/values.ts';
import type { HeldAccount } from './heldAccount.ts';
import { WalletError } from './walletError.ts';
import type { WalletNode } from './walletNode.ts';

const MAIN = toHex(feltOfAscii('SN_MAIN'));
/** The chain id of sandboxes, unless they are given another one. */
const SEPOLIA = toHex(feltOfAscii('SN_SEPOLIA'));

/** Refuses to work for a live network: SN_MAIN, and SN_SEPOLIA with a key that was not made for tests; never on a fork. */
export async function checkSafety(node: WalletNode, chainId: Hex, account: HeldAccount): Promise<void> {
  const danger = await dangerOf(node, chainId, account);
  if (danger !== undefined) throw new WalletError('UNKNOWN_ERROR', danger);
}

/** Why signatures of an account could be used on a live network; undefined if they could not. */
export async function dangerOf(
  { request }: WalletNode,
  chainId: Hex,
  { address, isForTests }: Pick<HeldAccount, 'address' | 'isForTests'>,
): Promise<string | undefined> {
  const isLive = chainId === MAIN || (chainId === SEPOLIA && !isForTests);
  if (!isLive) return undefined;
  const config = await request('devnet_getConfig').catch(() => undefined);
  if (typeof config?.fork_config?.url === 'string') return undefined;
  return chainId === MAIN
    ? 'The node has the chain id of SN_MAIN and is no fork of it, so its signatures could be used there. Start the sandbox with another chain id, or as a fork.'
    : `The account ${address} was not made for tests, and the node has the chain id of SN_SEPOLIA, so its signatures could be used there. Start the sandbox with another chain id, or use an account of box.createAccount.`;
}
