// Builds what is out of date: the kernel, the bundles in dist/, and the type declarations in dist/types.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newestTime, oldestTime, root } from './files.mjs';

const run = (script, ...args) =>
  execFileSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

run('scripts/build-kernel.mjs');
run('scripts/build-contracts.mjs');
const outputs = [
  'cli.js',
  'index.js',
  'browser.js',
  'sierra.js',
  'starknet.js',
  'hashWorker.js',
  'kernel.wasm',
  'types/src/index.d.ts',
].map((file) => join(root, 'dist', file));
const sources = [
  'src',
  'kernel',
  'contracts',
  'package.json',
  'tsdown.config.ts',
  'tsconfig.build.json',
  'scripts/build.mjs',
  'scripts/compiler-stamp.mjs',
];
if (oldestTime(outputs) < newestTime(sources) || process.argv.includes('--force')) {
  run('node_modules/tsdown/dist/run.mjs', '--logLevel', 'warn');
  // Otherwise declarations of deleted files would be published too.
  rmSync(join(root, 'dist/types'), { recursive: true, force: true });
  run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
  copyFileSync(join(root, 'build/kernel.wasm'), join(root, 'dist/kernel.wasm'));
  cpSync(join(root, 'build/classes'), join(root, 'dist/classes'), { recursive: true });
  pruneTypes(['src/index.d.ts', 'src/sierra/index.d.ts', 'src/starknet/index.d.ts']);
}

/** Removes the declarations that no entry point imports, directly or indirectly. */
function pruneTypes(entries) {
  const folder = join(root, 'dist/types');
  const wanted = new Set(entries.map((entry) => join(folder, entry)));
  for (const file of wanted)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]*)\.ts['"]/g))
      wanted.add(`${join(dirname(file), path)}.d.ts`);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !wanted.has(file)) rmSync(file);
  }
}
