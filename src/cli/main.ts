#!/usr/bin/env node
// Each command imports only what it runs, and only once the compile cache is on: Node does not cache earlier imports.
import { defaultCacheFolder } from '../platform/cacheFolder.ts';
import { startCompileCache } from '../platform/compileCache.ts';
import { oldNode } from '../platform/oldNode.ts';
import { isCommand } from './commands/commands.ts';

const refusal = oldNode();
if (refusal) {
  process.stderr.write(`Error: ${refusal}\n`);
  process.exit(1);
}
startCompileCache(defaultCacheFolder('code'));

/** Compiles a class in a process that ends right after it. */
async function compile(args: readonly string[]): Promise<void> {
  const { compileMain } = await import('./compile/compileMain.ts');
  // Without this, Node would collect garbage once more before it exits.
  if ((await compileMain(args)) === 'written') process.exit();
}

/** Runs the node. */
async function start(args: readonly string[]): Promise<void> {
  await (await import('./start/startMain.ts')).startMain(args);
}

const [first, ...others] = process.argv.slice(2);
// `starbox help mint` is `starbox mint --help`.
const [command, ...rest] = first === 'help' && isCommand(others[0]) ? [others[0], '--help'] : [first, ...others];
if (!isCommand(command)) await start(process.argv.slice(2));
else if (command === 'compile') await compile(rest);
else if (command === 'watch') await start(rest.includes('--watch') ? rest : ['--watch', ...rest]);
else await (await import('./commands/runCommand.ts')).runCommand(command, rest);
