import { readFileSync } from 'node:fs';
import { parse } from 'node:path';
import { ioReason } from '../../platform/ioReason.ts';
import { DEVNET_VERSION, PACKAGE_VERSION } from '../../protocol/version.ts';
import { reportFailure } from '../end/failure.ts';
import { helpText } from '../options/help.ts';
import { parseOptions } from '../options/parseOptions.ts';
import { UsageError } from '../options/usageError.ts';

/** Runs `starbox [OPTIONS]` and reports failures. */
export async function startMain(args: readonly string[]): Promise<void> {
  try {
    await start(args);
  } catch (error) {
    await reportFailure(error);
  }
}

/** Runs the node, or prints the help or the version. */
async function start(args: readonly string[]): Promise<void> {
  const line = parseOptions(args, process.env, (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw new UsageError(`the configuration file '${path}' cannot be read: ${ioReason(error)}`);
    }
  });
  if (line.kind === 'help') process.stdout.write(helpText());
  else if (line.kind === 'version') process.stdout.write(`${versionText(process.argv[1])}\n`);
  // Loaded only now, because help and usage errors do not need the node.
  else await (await import('./run.ts')).run(line.options, line.given);
}

/** The text of --version. Scripts read the second word as the version of starknet-devnet, so under that name it comes first. */
function versionText(program: string | undefined): string {
  const own = `starbox ${PACKAGE_VERSION}`;
  return parse(program ?? '').name === 'starknet-devnet' ? `starknet-devnet ${DEVNET_VERSION} (${own})` : own;
}
