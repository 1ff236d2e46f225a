import type { NodeClient } from '../node/nodeClient.ts';
import { labelled } from '../stores/labels.ts';
import { isHex } from '../text/hex.ts';

/**
 * The address that a text means: hexadecimal or decimal digits, a label of this browser, `account 1`, or the name of a token or a contract. What
 * means nothing stays as it is, and the node says what is wrong with it.
 */
export async function addressOf(node: NodeClient, text: string): Promise<string> {
  const wanted = text.trim();
  if (isHex(wanted)) return wanted.toLowerCase();
  const decimal = hexOfDecimal(wanted);
  if (decimal !== undefined) return decimal;
  const own = labelled(wanted);
  const label = own.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ?? own[0];
  if (label) return label.address;
  const { found } = await node.request('sandbox_search', { text: wanted, limit: 1 });
  return found.find(({ kind }) => kind === 'ACCOUNT' || kind === 'TOKEN' || kind === 'CONTRACT')?.hash ?? wanted;
}

/** A long decimal number as hexadecimal digits: an address that a tool has printed in this way. Undefined if it is none. */
export const hexOfDecimal = (text: string): string | undefined =>
  /^\d{1,77}$/.test(text) && BigInt(text) < 2n ** 252n ? `0x${BigInt(text).toString(16)}` : undefined;
