// Packs the package and checks it with publint and attw ("are the types wrong"), if they are installed:
//   npm install --no-save publint @arethetypeswrong/cli && npm run check:package
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './files.mjs';

const CHECKS = [
  ['publint', 'publint/src/cli.js', ['--strict']],
  [
    'attw',
    '@arethetypeswrong/cli/dist/index.js',
    // ESM and CommonJS of Node.js 16 and later, and bundlers. kernel.wasm has no types. starbox/testing/vitest is ESM, as vitest is.
    [
      '--profile',
      'node16',
      '--exclude-entrypoints',
      'kernel.wasm',
      '--ignore-rules',
      'cjs-resolves-to-esm',
      '--format',
      'table-flipped',
    ],
  ],
];

const folder = mkdtempSync(join(tmpdir(), 'starbox-package-'));
try {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: root,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
  const file = join(folder, readdirSync(folder)[0]);
  for (const [name, program, options] of CHECKS) {
    const path = join(root, 'node_modules', program);
    if (!existsSync(path)) {
      console.log(`${name} is not installed, so it checks nothing.`);
      continue;
    }
    const { status } = spawnSync(process.execPath, [path, file, ...options], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
