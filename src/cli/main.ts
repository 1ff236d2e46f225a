#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { PACKAGE_VERSION } from '../protocol/version.ts';
import { ioReason } from './configure.ts';
import { helpText, USAGE } from './help.ts';
import { parseOptions } from './parseOptions.ts';
import { StartError } from './startError.ts';
import { UsageError } from './usageError.ts';

async function main(args: readonly string[]): Promise<void> {
  // The compiler alone: nothing of the node is loaded.
  if (args[0] === 'compile') {
    // The process ends before code that the engine optimises in the background would pay off.
    setFlagsFromString('--interrupt-budget=8000000');
    (await import('./compile.ts')).compileLine(args.slice(1));
    return;
  }
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

/** Writes why, and ends: whatever was started by then would keep the process alive. */
function fail(text: string, code: number): void {
  process.stderr.write(text, () => process.exit(code));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    const usage = error.showUsage ? `${USAGE}\n\n` : '';
    fail(`error: ${error.message}\n\n${usage}For more information, try '--help'.\n`, 2);
  } else {
    const known = error instanceof StartError || !(error instanceof Error);
    fail(`Error: ${known ? (error as Error).message : error.stack}\n`, 1);
  }
}
