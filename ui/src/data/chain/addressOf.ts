import type { NodeClient } from '../node/nodeClient.ts';
import { labelled } from '../stores/labels.ts';
import { isHex } from '../text/hex.ts';

/** More things of one kind are not looked at, and fewer of them are listed in an error. */
const MOST = 50;
const MOST_LISTED = 5;

/** An address and what it is called. */
interface Named {
  readonly address: string;
  readonly names: readonly string[];
}

/**
 * The address that a text means: hexadecimal or decimal digits, a label of this browser, `account 1`, or the name of a token or a contract. A
 * part of a name is enough where it means one address alone, and no other name is the text. What means nothing stays as it is, and the node
 * says what is wrong with it.
 */
export async function addressOf(node: NodeClient, text: string): Promise<string> {
  const wanted = text.trim();
  if (isHex(wanted)) return wanted.toLowerCase();
  const decimal = hexOfDecimal(wanted);
  if (decimal !== undefined) return decimal;
  const own = labelled(wanted).map(({ address, name }): Named => ({ address, names: [name] }));
  const label = onlyOne(wanted, whole(wanted, own));
  if (label !== undefined) return label;
  const named = await namedOnNode(node, wanted);
  return onlyOne(wanted, whole(wanted, named)) ?? onlyOne(wanted, [...own, ...named]) ?? wanted;
}

/** The contract that has exactly this name, of its class or as a token; undefined if there is none. Throws if several have it. */
export const contractNamed = async (node: NodeClient, name: string): Promise<string | undefined> =>
  onlyOne(name, whole(name, await namedOnNode(node, name)));

/** Accounts, tokens and contracts with a text in their names. */
async function namedOnNode(node: NodeClient, wanted: string): Promise<readonly Named[]> {
  const { found } = await node.request('sandbox_search', { text: wanted, limit: MOST });
  return found
    .map(({ kind, name, hash }): Named => ({ address: hash, names: namesOf(kind, name ?? '') }))
    .filter(({ names }) => names.some((name) => isIn(wanted, name)));
}

function namesOf(kind: string, name: string): readonly string[] {
  if (kind === 'ACCOUNT') return [`account ${name}`, `#${name}`];
  const [, words = name, symbol = name] = /^(.*) \((.*)\)$/s.exec(name) ?? [];
  return kind === 'TOKEN' ? [name, words, symbol] : kind === 'CONTRACT' ? [name] : [];
}

const isIn = (text: string, name: string): boolean => name.toLowerCase().includes(text.toLowerCase());
const whole = (text: string, all: readonly Named[]): readonly Named[] =>
  all.filter(({ names }) => names.some((name) => name.toLowerCase() === text.toLowerCase()));

/** The only address of a list; undefined without any. Several are an error, because the first one may be the wrong one. */
function onlyOne(text: string, all: readonly Named[]): string | undefined {
  const byAddress = new Map(all.map(({ address, names }) => [address, names[0]!]));
  if (byAddress.size < 2) return all[0]?.address;
  const list = [...byAddress].slice(0, MOST_LISTED).map(([address, name]) => `${name} ${address}`);
  const rest = byAddress.size > MOST_LISTED ? ', …' : '';
  throw new Error(`${text} may mean ${byAddress.size} addresses, so give the address: ${list.join(', ')}${rest}`);
}

/** A long decimal number as hexadecimal digits: an address that a tool has printed in this way. Undefined if it is none. */
export const hexOfDecimal = (text: string): string | undefined =>
  /^\d{1,77}$/.test(text) && BigInt(text) < 2n ** 252n ? `0x${BigInt(text).toString(16)}` : undefined;
