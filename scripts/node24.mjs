// Runs a program with Node.js 24, whichever Node.js runs this file: unit tests on both ends of what is supported, and benchmarks, whose rows are those of Node.js 24.
//   node scripts/node24.mjs [OPTIONS OF NODE] PROGRAM [ARGUMENTS]
//   STARBOX_NODE=PATH   runs it with that Node.js; `STARBOX_NODE=node` with the one that runs this file
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.mjs';

/** A project of its own, with a lock file of its own. As a dependency of Starbox it would also be the `node` of every npm script. */
const folder = join(root, 'scripts', 'node24');

/** The program that npm installed for this platform, if it did. */
function installed() {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  for (const [path, { version, bin }] of Object.entries(packages)) {
    const manifest = join(folder, path, 'package.json');
    if (path === '' || !existsSync(manifest)) continue;
    if (JSON.parse(readFileSync(manifest, 'utf8')).version === version) return join(folder, path, bin.node);
  }
}

/** Installs the package of this platform as the lock file says. It has no install scripts, and needs none. */
function install() {
  const words = ['ci', '--prefix', folder, '--ignore-scripts', '--silent'];
  spawnSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  const program = installed();
  if (program) return program;
  const platforms = Object.keys(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).optionalDependencies);
  const found = existsSync(join(folder, 'node_modules')) ? readdirSync(join(folder, 'node_modules')).join(', ') : '';
  throw new Error(
    `npm installed no Node.js 24 for ${process.platform}-${process.arch} (${found || 'nothing'} of ${platforms.join(', ')}). ` +
      'STARBOX_NODE=PATH names one that you have, and STARBOX_NODE=node takes the one that runs now.',
  );
}

function choose() {
  const named = process.env.STARBOX_NODE;
  if (named) return named === 'node' ? process.execPath : named;
  if (process.versions.node.startsWith('24.')) return process.execPath;
  return installed() ?? install();
}

try {
  const program = choose();
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (version.status !== 0) throw new Error(`${program} is no Node.js: ${version.error?.message ?? version.stderr}`);
  console.log(`Node.js ${version.stdout.trim().replace(/^v/, '')} runs this. STARBOX_NODE=PATH chooses another.`);
  const { status, error } = spawnSync(program, process.argv.slice(2), { stdio: 'inherit' });
  if (error) throw error;
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
