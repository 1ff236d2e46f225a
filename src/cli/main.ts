#!/usr/bin/env node
// Each command loads only what it runs.
import * as module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { StartError } from './startError.ts';
import { UsageError } from './usageError.ts';

// Newer versions of Node keep compiled code between runs; they also compile WebAssembly function by function, as this asks of older ones.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();
setFlagsFromString('--wasm-lazy-compilation');

async function main(args: readonly string[]): Promise<void> {
  if (args[0] === 'compile') {
    // The process ends before much optimising would pay off: simple machine code at once, little more after that.
    setFlagsFromString('--always-sparkplug');
    // Node 22 has no such setting any more, and would say so.
    if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=4000000');
    (await import('./compile.ts')).compileLine(args.slice(1));
  } else await (await import('./startNode.ts')).startNode(args);
}

/** Writes why, and ends: whatever was started by then would keep the process alive. */
function fail(text: string, code: number): void {
  process.stderr.write(text, () => process.exit(code));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    const usage = error.showUsage ? `${(await import('./help.ts')).USAGE}\n\n` : '';
    fail(`error: ${error.message}\n\n${usage}For more information, try '--help'.\n`, 2);
  } else {
    const known = error instanceof StartError || !(error instanceof Error);
    fail(`Error: ${known ? (error as Error).message : error.stack}\n`, 1);
  }
}
