// Packs the package and checks it with publint and attw ("are the types wrong"): npm run check:package
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './files.mjs';

// npx installs them apart from the packages of this project, whose version of TypeScript attw cannot use.
const CHECKS = [
  ['publint@0.3.25', ['--strict']],
  [
    '@arethetypeswrong/cli@0.18.5',
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

const shell = process.platform === 'win32';
const folder = mkdtempSync(join(tmpdir(), 'starbox-package-'));
try {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: root,
    stdio: 'ignore',
    shell,
  });
  const [file] = readdirSync(folder);
  for (const [program, options] of CHECKS) {
    const { status } = spawnSync('npx', ['--yes', program, file, ...options], { cwd: folder, stdio: 'inherit', shell });
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
