// Builds what is out of date: the kernel, the bundles in dist/, their type declarations, two pages of docs/, the page in dist/ui, and the list of licences.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBuildOld } from './build-age.mjs';
import { newestTime, oldestTime, root } from './files.mjs';

const run = (script, ...args) =>
  execFileSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

/** A first build takes half a minute. */
const tell = (text) => process.stderr.write(`${text}\n`);

/** What builds the package must be what package-lock.json names: another version writes other files, or fails in its own words. */
function checkInstalled() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const name of ['assemblyscript', 'rolldown', 'rolldown-plugin-dts', 'typescript', 'vite']) {
    const file = join(root, 'node_modules', name, 'package.json');
    const installed = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : 'nothing';
    const { version } = packages[`node_modules/${name}`];
    if (installed === version) continue;
    tell(`package-lock.json names ${name} ${version}, and node_modules has ${installed}. Run: npm install`);
    process.exit(1);
  }
}

checkInstalled();
run('scripts/build-kernel.mjs');
run('scripts/build-contracts.mjs');
if (isBuildOld() || process.argv.includes('--force')) {
  tell('Building the library and the command (about 20 seconds) …');
  run('scripts/build-bundles.mjs');
  tell('Building the types …');
  run('scripts/build-types.mjs');
  // The shims of some package managers, and all of them on Windows, hide the name of the command, but not that of its file.
  writeFileSync(join(root, 'dist/starknet-devnet.js'), "#!/usr/bin/env node\nimport './cli.js';\n", { mode: 0o755 });
  copyFileSync(join(root, 'build/kernel.wasm'), join(root, 'dist/kernel.wasm'));
  // What earlier builds wrote.
  rmSync(join(root, 'dist/classes'), { recursive: true, force: true });
}
const references = ['docs/api.md', 'docs/options.md'].map((file) => join(root, file));
if (oldestTime(references) < newestTime(['dist/index.d.ts', 'scripts/build-api.mjs', 'scripts/build-options.ts'])) {
  run('scripts/build-api.mjs');
  run('scripts/run.mjs', 'scripts/build-options.ts');
}
run('scripts/build-ui.mjs', ...(process.argv.includes('--force') ? ['--force'] : []));
run('scripts/build-licences.mjs');
