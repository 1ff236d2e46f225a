import { join } from 'node:path';
import { providePlatform } from '../../library/platform.ts';
import { Sandbox } from '../../library/sandbox.ts';
import { nodePlatform } from '../../libraryNode/nodePlatform.ts';
import { defaultCacheFolder } from '../../platform/cacheFolder.ts';
import { type ConsoleBox, runConsole } from '../console/console.ts';
import { RemoteBox } from '../console/remoteBox.ts';
import { UsageError } from '../options/usageError.ts';
import { optionsHelp } from './commandOptions.ts';
import { readArguments } from './readArguments.ts';

const HELP = `Open a console, with a sandbox of its own or with a running node

Usage: starbox console [OPTIONS]

In it are box (as in the library), the first accounts as alice, bob, carol, dave and erin, the contracts that Scarb has built in this folder by
their names, and at(ADDRESS), which gives the contract at an address. Tab completes functions and events of contracts.

  .explain [HASH]     what a transaction did; the last one without HASH
  .snapshot           takes a snapshot; .restore [NUMBER] returns to it
  .help               all commands

Options:
${optionsHelp('console')}
Examples:
  starbox console
  starbox console --url http://127.0.0.1:5050
  echo 'await box.balanceOf(alice)' | starbox console
`;

/** `starbox console`. */
export async function consoleCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('console', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  if (read.words.length > 0) throw new UsageError(`console takes no words; see 'starbox help console'`);
  const { color } = read;
  const folder = defaultCacheFolder('console');
  const history = folder && join(folder, 'history');
  // Without an address a console has a chain of its own: nothing that somebody else runs is changed.
  if (read.own['url'] !== undefined || process.env['STARBOX_URL']) {
    const node = await read.node();
    const box = await RemoteBox.open(node);
    await runConsole({ box: box as unknown as ConsoleBox, about: `The node at ${node.url}.`, history, color });
    return 0;
  }
  providePlatform(nodePlatform);
  const box = await Sandbox.create();
  try {
    await runConsole({
      box: box as unknown as ConsoleBox,
      about: 'A sandbox of its own, which ends with the console.',
      history,
      color,
    });
  } finally {
    box.close();
  }
  return 0;
}
