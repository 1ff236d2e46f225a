import { nearest } from '../../text/nearest.ts';
import { commandNames } from './commands.ts';

const START = "the node starts without a command: 'starbox'";
const SEND = "'starbox invoke' sends a transaction";
const EXPLAIN = "'starbox explain HASH' shows what a transaction did";

/** Words of other programs, and what to run here. */
export const elsewhere: Readonly<Record<string, string>> = {
  new: "'starbox init' writes a project",
  create: "'starbox init' writes a project",
  node: START,
  start: START,
  run: START,
  serve: START,
  devnet: START,
  send: SEND,
  execute: SEND,
  balance:
    "'starbox accounts' prints the balances of the predeployed accounts, and 'starbox call TOKEN balance_of ADDRESS' that of any other",
  fund: "'starbox mint' gives an address tokens",
  faucet: "'starbox mint' gives an address tokens",
  receipt: EXPLAIN,
  tx: EXPLAIN,
  trace: EXPLAIN,
  fork: "the node forks another one with an option: 'starbox --fork-network URL'",
  test: "tests run in your test runner: see 'starbox help testing'",
};

/** What may have been meant by a word that is not a command, and the commands that exist. */
export function commandTip(word: string): string {
  const near = nearest(word, commandNames);
  const known = Object.hasOwn(elsewhere, word) ? elsewhere[word] : undefined;
  const tip = known ?? (near === undefined ? undefined : `a similar command exists: '${near}'`);
  return `${tip === undefined ? '' : `\n\n  tip: ${tip}`}\n\n  commands: ${commandNames.join(', ')}`;
}
