import { DEVNET_VERSION, PACKAGE_VERSION } from '../../protocol/version.ts';
import { reportFailure } from '../end/failure.ts';
import { loadConfig } from '../options/configFile.ts';
import { helpText } from '../options/help.ts';
import { readGiven, readOptions } from '../options/parseOptions.ts';
import { versionsLine } from '../report/versions.ts';
import { isCalledDevnet } from './programName.ts';

/** Runs `starbox [OPTIONS]` and reports failures. */
export async function startMain(args: readonly string[]): Promise<void> {
  try {
    await start(args);
  } catch (error) {
    reportFailure(error);
  }
}

/** Runs the node, or prints the help or the version. */
async function start(args: readonly string[]): Promise<void> {
  const line = readGiven(args, process.env);
  if (line.kind === 'help') process.stdout.write(helpText());
  else if (line.kind === 'version') process.stdout.write(`${line.json ? await versionJson() : versionText()}\n`);
  else {
    const config = await loadConfig(line.given.get('config')?.texts[0], process.cwd());
    const { options, given } = readOptions(line.given, config);
    // Loaded only now, because help and usage errors do not need the node.
    await (await import('./run.ts')).run(options, given);
  }
}

/** The versions for programs, with the hashes of the tables that they stand for. */
const versionJson = async (): Promise<string> => (await import('../report/versionFacts.ts')).versionFacts();

/** The text of --version. Scripts read the second word as the version of starknet-devnet, so under that name it comes first and nothing follows. */
function versionText(): string {
  const own = `starbox ${PACKAGE_VERSION}`;
  return isCalledDevnet() ? `starknet-devnet ${DEVNET_VERSION} (${own})` : `${own}\n${versionsLine}`;
}
