#!/usr/bin/env node
// Each command loads only what it runs.
import { existsSync } from 'node:fs';
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--wasm-lazy-compilation');

/** Compiles in a process that ends right after it. */
async function compile(args: readonly string[]): Promise<void> {
  // Much optimising would not pay off any more: simple machine code at once, little more after that.
  setFlagsFromString('--always-sparkplug');
  // Node 22 has no such setting any more, and would say so.
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=4000000');
  const script = fileURLToPath(new URL('./compile.cjs', import.meta.url));
  if (!existsSync(script)) {
    await (await import('./compileMain.ts')).compileMain(args);
    return;
  }
  const { loadScript } = await import('../node/codeCache.ts');
  const { exports, keepCode } = loadScript(script, fileURLToPath(new URL('../.cache', import.meta.url)));
  const { compileMain } = exports as typeof import('./compileMain.ts');
  const outcome = await compileMain(args);
  if (outcome === 'failed') return;
  keepCode();
  // Left to itself the process would first collect the garbage of its whole life.
  if (outcome === 'written') process.exit();
}

/** Runs the node. */
async function start(args: readonly string[]): Promise<void> {
  // Newer versions of Node keep compiled code between runs.
  (module as { enableCompileCache?: () => unknown }).enableCompileCache?.();
  try {
    await (await import('./startNode.ts')).startNode(args);
  } catch (error) {
    await (await import('./failure.ts')).reportFailure(error);
  }
}

const [command, ...rest] = process.argv.slice(2);
await (command === 'compile' ? compile(rest) : start(process.argv.slice(2)));
