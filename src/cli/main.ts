#!/usr/bin/env node
// Each command loads only what it runs, as classic scripts: of those the engine can keep the code (src/node/codeCache.ts).
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { scriptLoader } from '../node/codeCache.ts';

const { load, keepCode } = scriptLoader(fileURLToPath(new URL('../.cache', import.meta.url)));
const script = (name: string) => load(fileURLToPath(new URL(name, import.meta.url)));

setFlagsFromString('--wasm-lazy-compilation');

/** Compiles in a process that ends right after it. */
async function compile(args: readonly string[]): Promise<void> {
  // Much optimising would not pay off any more: simple machine code at once, little more after that.
  setFlagsFromString('--always-sparkplug');
  // Node 22 has no such setting any more, and would say so.
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=4000000');
  const { compileMain } = script('./compile.cjs') as typeof import('./compileMain.ts');
  const outcome = await compileMain(args);
  if (outcome === 'failed') return;
  keepCode();
  // Left to itself the process would first collect the garbage of its whole life.
  if (outcome === 'written') process.exit();
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'compile') await compile(rest);
else await (script('./start.cjs') as typeof import('./startMain.ts')).startMain(process.argv.slice(2), keepCode);
