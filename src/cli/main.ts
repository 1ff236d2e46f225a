#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { PACKAGE_VERSION } from '../protocol/version.ts';
import { ioReason } from './configure.ts';
import { helpText, USAGE } from './help.ts';
import { parseOptions } from './parseOptions.ts';
import { StartError } from './startError.ts';
import { UsageError } from './usageError.ts';

async function main(args: readonly string[]): Promise<void> {
  const line = parseOptions(args, process.env, (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw new UsageError(`the configuration file '${path}' cannot be read: ${ioReason(error)}`);
    }
  });
  if (line.kind === 'help') process.stdout.write(helpText());
  else if (line.kind === 'version') process.stdout.write(`starbox ${PACKAGE_VERSION}\n`);
  // Loaded only now: help and mistakes need nothing of the node.
  else await (await import('./run.ts')).run(line.options);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(
      `error: ${error.message}\n\n${error.showUsage ? `${USAGE}\n\n` : ''}For more information, try '--help'.\n`,
    );
    process.exitCode = 2;
  } else {
    const known = error instanceof StartError;
    process.stderr.write(`Error: ${known || !(error instanceof Error) ? (error as Error).message : error.stack}\n`);
    process.exitCode = 1;
  }
}
