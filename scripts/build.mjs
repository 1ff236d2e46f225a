// Builds what is out of date: the kernel, the bundles in dist/, their type declarations, two pages of docs/, the page in dist/ui, and the list of licences.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBuildOld } from './build-age.mjs';
import { newestTime, oldestTime, root } from './files.mjs';

const run = (script, ...args) =>
  execFileSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

/** A first build takes half a minute. */
const tell = (text) => process.stderr.write(`${text}\n`);

/** The bundler warns that it will end its support of Node.js 20, which nobody who builds this can change. */
function runBundler() {
  const bundler = join(root, 'node_modules/tsdown/dist/run.mjs');
  const { status, stderr } = spawnSync(process.execPath, [bundler], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const lines = stderr.toString().split('\n');
  process.stderr.write(lines.filter((line) => !/Node\.js v20\S* is deprecated/.test(line)).join('\n'));
  if (status !== 0) process.exit(status ?? 1);
}

run('scripts/build-kernel.mjs');
run('scripts/build-contracts.mjs');
if (isBuildOld() || process.argv.includes('--force')) {
  tell('Building the library and the command (about 20 seconds) …');
  runBundler();
  // Earlier builds wrote the declarations there.
  rmSync(join(root, 'dist/types'), { recursive: true, force: true });
  tell('Building the types …');
  run('scripts/build-types.mjs');
  // The shims of some package managers, and all of them on Windows, hide the name of the command, but not that of its file.
  writeFileSync(join(root, 'dist/starknet-devnet.js'), "#!/usr/bin/env node\nimport './cli.js';\n", { mode: 0o755 });
  copyFileSync(join(root, 'build/kernel.wasm'), join(root, 'dist/kernel.wasm'));
  cpSync(join(root, 'build/classes'), join(root, 'dist/classes'), { recursive: true });
}
const references = ['docs/api.md', 'docs/options.md'].map((file) => join(root, file));
if (oldestTime(references) < newestTime(['dist/index.d.ts', 'scripts/build-api.mjs', 'scripts/build-options.ts'])) {
  run('scripts/build-api.mjs');
  run('scripts/run.mjs', 'scripts/build-options.ts');
}
run('scripts/build-ui.mjs', ...(process.argv.includes('--force') ? ['--force'] : []));
run('scripts/build-licences.mjs');
