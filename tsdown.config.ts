import { defineConfig } from 'tsdown';

// One bundle per entry point, sharing chunks, so that a start loads only what it runs.
// Types are emitted by tsc (scripts/build.mjs): they keep the folders, so a reader finds the source by its name.
export default defineConfig({
  entry: { cli: 'src/cli/main.ts', index: 'src/index.ts', sierra: 'src/sierra/index.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  outExtensions: () => ({ js: '.js' }),
  dts: false,
  clean: ['dist/*.js'],
  hash: true,
});
