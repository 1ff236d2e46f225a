#!/usr/bin/env node
// Each command imports only what it runs, and only once the compile cache is on: Node does not cache earlier imports.
import { setFlagsFromString } from 'node:v8';
import { defaultCacheFolder } from '../platform/cacheFolder.ts';
import { startCompileCache } from '../platform/compileCache.ts';

startCompileCache(defaultCacheFolder('code'));

/** Compiles a class in a process that ends right after it. */
async function compile(args: readonly string[]): Promise<void> {
  // V8 of Node 20 would optimise code that the process hardly uses again: this saves a sixth of the time and half of the processor time.
  // Later versions do not have this flag. The line can go with Node 20, whose support ended in April 2026.
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=4000000');
  const { compileMain } = await import('./compile/compileMain.ts');
  // Without this, Node would collect garbage once more before it exits.
  if ((await compileMain(args)) === 'written') process.exit();
}

/** Runs the node. */
async function start(args: readonly string[]): Promise<void> {
  await (await import('./start/startMain.ts')).startMain(args);
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'compile') await compile(rest);
else await start(process.argv.slice(2));
