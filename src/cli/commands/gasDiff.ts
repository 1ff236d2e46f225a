import { text } from 'node:stream/consumers';
import { ioReason } from '../../platform/ioReason.ts';
import { readTextSync } from '../../platform/regularFile.ts';
import { gasDelta, grownTransactions, parseGasSnapshot } from '../../tools/gas/gasSnapshot.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { optionsHelp } from './commandOptions.ts';
import { readFailOver } from './failOver.ts';
import { readArguments } from './readArguments.ts';
import { readMedians } from './reportMedians.ts';

const HELP = `Compare two gas reports or gas snapshots of tests, as a table in Markdown for a pull request

Usage: starbox gas-diff [OPTIONS] BEFORE [AFTER]

  BEFORE  a gas report in JSON, a .gas-snapshot file, or - for the standard input
  AFTER   another one [default: .gas-snapshot]

Of a gas report, the medians of the functions are compared.

Options:
${optionsHelp('gas-diff')}
Examples:
  git show main:.gas-snapshot | starbox gas-diff -
  git show main:.gas-snapshot | starbox gas-diff - --fail-over 1
  starbox gas-diff old/.gas-snapshot new/.gas-snapshot
  starbox gas-diff before.json after.json
`;

/** `starbox gas-diff BEFORE [AFTER]`. */
export async function gasDiffCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('gas-diff', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const [before, after = '.gas-snapshot', ...rest] = read.words;
  if (before === undefined || rest.length > 0)
    throw new UsageError(`gas-diff takes one or two files; see 'starbox gas-diff --help'`);
  const most = readFailOver(read.own['fail-over'] as string | undefined);
  const [old, present] = [await snapshotIn(before), await snapshotIn(after)];
  process.stdout.write(gasDelta(old, present));
  const grown = most === undefined ? [] : grownTransactions(old, present, most);
  if (grown.length === 0) return 0;
  const named = grown.slice(0, MOST_NAMED).join(', ') + (grown.length > MOST_NAMED ? ', …' : '');
  process.stderr.write(`${grown.length} grew by more than the ${most} % that --fail-over allows: ${named}\n`);
  return 1;
}

const MOST_NAMED = 5;

async function snapshotIn(path: string): Promise<ReadonlyMap<string, bigint>> {
  let content: string;
  try {
    content = path === '-' ? await text(process.stdin) : readTextSync(path);
  } catch (error) {
    throw new StartError(`${path} cannot be read: ${ioReason(error)}`);
  }
  try {
    return content.trimStart().startsWith('[') ? readMedians(content) : parseGasSnapshot(content);
  } catch (error) {
    throw new StartError(`${path} is neither a gas report in JSON nor a gas snapshot. ${(error as Error).message}`);
  }
}
