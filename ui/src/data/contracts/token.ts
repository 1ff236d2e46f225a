import { shortStringOf } from '../../../../src/abi/panicData.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { callFunction } from './contractAbi.ts';
import { feltOfText } from './values.ts';

/** A token, and what some owners have of it. */
export interface Token {
  readonly symbol: string;
  readonly decimals: number;
  readonly balances: readonly { readonly owner: string; readonly amount: bigint }[];
}

const MOST_DECIMALS = 30;

/** Reads a token. A contract without the functions of a token is an error. */
export async function readToken(node: NodeClient, address: string, owners: readonly string[]): Promise<Token> {
  const call = (name: string, calldata: readonly string[] = []) => callFunction(node, address, name, calldata);
  const balances = await Promise.all(
    owners.map(async (owner) => {
      const [low, high = '0x0'] = await call('balance_of', [owner]).catch(() => call('balanceOf', [owner]));
      return { owner, amount: BigInt(low ?? 0) + (BigInt(high) << 128n) };
    }),
  );
  const decimals = await call('decimals').then(
    ([felt]) => Number(felt ?? 0),
    () => 0,
  );
  const symbol = await call('symbol').then(symbolOf, () => 'Balance');
  return { symbol, decimals: decimals <= MOST_DECIMALS ? decimals : 0, balances };
}

/**
 * The symbol is a short string in one felt, or a ByteArray: the number of whole words, the words, the rest and its length. Symbols are
 * shorter than a word, so the rest is all of it.
 */
function symbolOf(felts: readonly string[]): string {
  const felt = felts.length === 1 ? felts[0] : felts[felts.length - 2];
  return (felt && shortStringOf(feltOfText(felt))) || 'Balance';
}
