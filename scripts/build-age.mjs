// What the bundles in dist/ are made of, and whether they are older.
import { join } from 'node:path';
import { commonJs, modules } from './entries.mjs';
import { newestTime, oldestTime, root } from './files.mjs';

const outputs = [
  ...Object.keys(modules).map((name) => `${name}.js`),
  ...Object.keys(commonJs).map((name) => `${name}.cjs`),
  ...['starknet-devnet.js', 'classTexts.js', 'kernel.wasm', 'index.d.ts', 'index.d.cts'],
].map((file) => join(root, 'dist', file));
const sources = [
  'src',
  'kernel',
  'contracts',
  'package.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
  'scripts/build-age.mjs',
  'scripts/build-bundles.mjs',
  'scripts/build-types.mjs',
  'scripts/bundle-record.mjs',
  'scripts/chunks.mjs',
  'scripts/compiler-stamp.mjs',
  'scripts/declaration-comments.mjs',
  'scripts/entries.mjs',
];

/** Whether a source is newer than the build, or a part of the build is missing. */
export const isBuildOld = () => oldestTime(outputs) < newestTime(sources);
