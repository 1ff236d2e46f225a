// What the bundles in dist/ are made of, and whether they are older.
import { join } from 'node:path';
import { newestTime, oldestTime, root } from './files.mjs';

const outputs = [
  'cli.js',
  'starknet-devnet.js',
  'index.js',
  'browser.js',
  'sierra.js',
  'starknet.js',
  'testing.js',
  'testingJest.js',
  'testingVitest.js',
  'hashWorker.js',
  'kernel.wasm',
  'index.d.ts',
  'index.cjs',
  'index.d.cts',
].map((file) => join(root, 'dist', file));
const sources = [
  'src',
  'kernel',
  'contracts',
  'package.json',
  'tsdown.config.ts',
  'tsconfig.build.json',
  'scripts/build.mjs',
  'scripts/build-age.mjs',
  'scripts/build-types.mjs',
  'scripts/bundled-packages.mjs',
  'scripts/compiler-stamp.mjs',
  'scripts/declaration-comments.mjs',
];

/** Whether a source is newer than the build, or a part of the build is missing. */
export const isBuildOld = () => oldestTime(outputs) < newestTime(sources);
