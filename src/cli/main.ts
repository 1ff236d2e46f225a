#!/usr/bin/env node
// Each command imports only what it runs, and only once the compile cache is on: Node does not cache earlier imports.
import { setFlagsFromString } from 'node:v8';
import { defaultCacheFolder } from '../platform/cacheFolder.ts';
import { startCompileCache } from '../platform/compileCache.ts';

startCompileCache(defaultCacheFolder('code'));
setFlagsFromString('--wasm-lazy-compilation');
// Later ones have no budget of that kind any more, and would say so.
const isNode20 = process.versions.node.startsWith('20.');

/** Compiles in a process that ends right after it. */
async function compile(args: readonly string[]): Promise<void> {
  // Much optimising would not pay off any more. (Where there is a compile cache, both commands must have the same flags to share it.)
  if (isNode20) setFlagsFromString('--interrupt-budget=4000000');
  const { compileMain } = await import('./compile/compileMain.ts');
  // Left to itself the process would first collect the garbage of its whole life.
  if ((await compileMain(args)) === 'written') process.exit();
}

/** Runs the node. */
async function start(args: readonly string[]): Promise<void> {
  // Most functions of a server run a few times for each request: the engine is to optimise them after hundreds of requests, not thousands.
  if (isNode20) setFlagsFromString('--interrupt-budget=24000');
  await (await import('./start/startMain.ts')).startMain(args);
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'compile') await compile(rest);
else await start(process.argv.slice(2));
