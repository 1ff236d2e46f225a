// Builds what is out of date: the kernel, the bundles in dist/, and the type declarations in dist/types.
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestTime, oldestTime, root } from './files.mjs';

const run = (script, ...args) =>
  execFileSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

run('scripts/build-kernel.mjs');
run('scripts/build-contracts.mjs');
const outputs = ['dist/cli.js', 'dist/index.js', 'dist/sierra.js', 'dist/kernel.wasm'].map((file) => join(root, file));
const sources = ['src', 'kernel', 'contracts', 'ui', 'package.json', 'tsdown.config.ts', 'scripts/build.mjs'];
if (oldestTime(outputs) < newestTime(sources) || process.argv.includes('--force')) {
  run('node_modules/tsdown/dist/run.mjs', '--logLevel', 'warn');
  run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
  copyFileSync(join(root, 'build/kernel.wasm'), join(root, 'dist/kernel.wasm'));
}
