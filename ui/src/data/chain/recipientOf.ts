import type { NodeClient } from '../node/nodeClient.ts';
import { labels } from '../stores/labels.ts';
import { canonicalHex, isHex } from '../text/hex.ts';
import { contractNamed, hexOfDecimal } from './addressOf.ts';

/** Shorter numbers are rather the number of an account, or a slip. */
const DIGITS_OF_ADDRESS = 20;

/**
 * The one address that a text names: an address, `account 1`, or a whole label of this browser. Unlike a filter, an action must not meet
 * somebody whose name has the text in it, so everything else is an error.
 */
export async function recipientOf(node: NodeClient, text: string): Promise<string> {
  const wanted = text.trim();
  if (isHex(wanted)) return canonicalHex(wanted);
  const own = [...labels.get()].filter(([, name]) => name.toLowerCase() === wanted.toLowerCase());
  if (own.length > 1) throw new Error(`${own.length} addresses have the label ${wanted}: give the address.`);
  if (own[0]) return own[0][0];
  const index = /^account\s+(\d{1,6})$/i.exec(wanted)?.[1];
  if (index !== undefined) {
    // If the node refuses to list them, its reason is the answer.
    const accounts = await node.cached('sandbox_getPredeployedAccounts', {}, 'fixed');
    const account = accounts[Number(index)];
    if (!account) throw new Error(`There is no account ${index}: this node has ${accounts.length} of them.`);
    return canonicalHex(account.address);
  }
  const decimal = wanted.length < DIGITS_OF_ADDRESS ? undefined : hexOfDecimal(wanted);
  if (decimal !== undefined) return decimal;
  throw new Error(`Nobody is called ${wanted}: give an address that begins with 0x, account 0, or a whole label.`);
}

/** The one contract that a text names: like `recipientOf`, and also by the whole name of its class or of a token. */
export const contractOf = (node: NodeClient, text: string): Promise<string> =>
  recipientOf(node, text).catch(async (error: Error) => {
    const named = await contractNamed(node, text.trim());
    if (named === undefined) throw error;
    return named;
  });
