import { announceWallet } from '../announceWallet.ts';
import { standardWallet } from '../standardWallet.ts';
import { fetchBridge } from './fetchBridge.ts';
import { installWallet, type WalletFacts } from './installWallet.ts';

/** The facts that dapps show of a wallet. */
export const factsOf = ({ id, name, version, icon }: WalletFacts): WalletFacts => ({ id, name, version, icon });

/** A program for pages that puts a wallet into the window. `bridge` is the text of an expression. */
export const walletScript = (facts: WalletFacts, bridge: string): string =>
  `(${installWallet})(window, ${scriptText(factsOf(facts))}, ${bridge}, ${standardWallet}, ${announceWallet});\n`;

/** The program that a node serves. `asking` are the methods for which it opens a window. */
export const servedScript = (facts: WalletFacts, url: string, asking: readonly string[]): string =>
  walletScript(facts, `(${fetchBridge})(window, ${scriptText(url)}, ${scriptText(asking)})`);

/** A value in a program, also where the program stands in a page. */
export const scriptText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
