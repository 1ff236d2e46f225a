#!/usr/bin/env node
// Each command loads only what it runs, as classic scripts: of those the engine can keep the code (src/node/codeCache.ts).
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { scriptLoader } from '../node/codeCache.ts';

const { load, keepCode } = scriptLoader(fileURLToPath(new URL('../.cache', import.meta.url)));
const script = (name: string) => load(fileURLToPath(new URL(name, import.meta.url)));

setFlagsFromString('--wasm-lazy-compilation');
// Later ones have no budget of that kind any more, and would say so.
const isNode20 = process.versions.node.startsWith('20.');

/** Compiles in a process that ends right after it. */
async function compile(args: readonly string[]): Promise<void> {
  // Much optimising would not pay off any more: simple machine code at once, little more after that.
  setFlagsFromString('--always-sparkplug');
  if (isNode20) setFlagsFromString('--interrupt-budget=4000000');
  const { compileMain } = script('./compile.cjs') as typeof import('./compileMain.ts');
  const outcome = await compileMain(args);
  if (outcome === 'failed') return;
  keepCode('used');
  // Left to itself the process would first collect the garbage of its whole life.
  if (outcome === 'written') process.exit();
}

/** Runs the node. */
async function start(args: readonly string[]): Promise<void> {
  // Most functions of a server run a few times for each request: the engine is to optimise them after hundreds of requests, not thousands.
  if (isNode20) setFlagsFromString('--interrupt-budget=24000');
  await (script('./start.cjs') as typeof import('./startMain.ts')).startMain(args, keepCode);
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'compile') await compile(rest);
else await start(process.argv.slice(2));
