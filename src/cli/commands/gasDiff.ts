import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { gasDelta, parseGasSnapshot } from '../../execution/gasReport/gasSnapshot.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';

const HELP = `Compare two gas snapshots of tests, as a table in Markdown for a pull request

Usage: starbox gas-diff BEFORE [AFTER]

  BEFORE  a .gas-snapshot file, or - for the standard input
  AFTER   another one [default: .gas-snapshot]

Examples:
  git show main:.gas-snapshot | starbox gas-diff -
  starbox gas-diff old/.gas-snapshot new/.gas-snapshot
`;

/** `starbox gas-diff BEFORE [AFTER]`. */
export async function gasDiffCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [before, after = '.gas-snapshot', ...rest] = args;
  const option = args.find((word) => word.startsWith('-') && word !== '-');
  if (option !== undefined) throw new UsageError(`gas-diff has no option ${option}; see 'starbox gas-diff --help'`);
  if (before === undefined || rest.length > 0)
    throw new UsageError(`gas-diff takes one or two files; see 'starbox gas-diff --help'`);
  process.stdout.write(gasDelta(await snapshotIn(before), await snapshotIn(after)));
  return 0;
}

async function snapshotIn(path: string): Promise<ReadonlyMap<string, bigint>> {
  const content = await (path === '-' ? text(process.stdin) : readFile(path, 'utf8')).catch((error: unknown) => {
    throw new StartError(`${path} cannot be read: ${ioReason(error)}`);
  });
  try {
    return parseGasSnapshot(content);
  } catch (error) {
    throw new StartError(`${path} is not a gas snapshot. ${(error as Error).message}`);
  }
}
