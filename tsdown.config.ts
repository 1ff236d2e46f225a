import { defineConfig } from 'tsdown';
import { compilerStamp } from './scripts/compiler-stamp.mjs';

// The declarations are written by scripts/build-types.mjs, which bundles what tsc emits.
export default defineConfig({
  entry: {
    cli: 'src/cli/main.ts',
    index: 'src/index.ts',
    browser: 'src/browser.ts',
    sierra: 'src/sierra/index.ts',
    starknet: 'src/starknet/index.ts',
    testing: 'src/testing/index.ts',
    testingJest: 'src/testing/jest.ts',
    testingVitest: 'src/testing/vitest.ts',
    hashWorker: 'src/platform/hashWorkerScript.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  outExtensions: () => ({ js: '.js' }),
  hash: true,
  dts: false,
  clean: ['dist/*.js', 'dist/*.cjs'],
  define: { STARBOX_COMPILER_STAMP: JSON.stringify(compilerStamp()) },
});
