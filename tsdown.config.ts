import { resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'tsdown';
import { compilerStamp } from './scripts/compiler-stamp.mjs';

// The declarations are written by scripts/build-types.mjs, which bundles what tsc emits.
const common: UserConfig = {
  platform: 'node',
  target: 'node20.19',
  hash: true,
  dts: false,
  logLevel: 'warn',
  define: { STARBOX_COMPILER_STAMP: JSON.stringify(compilerStamp()) },
};

/** Large texts that the CommonJS build reads from the files of the package, which has them once. */
const readFromFiles: Readonly<Record<string, string>> = {
  'builtinClassTexts.ts': 'src/cli/start/builtinTexts.ts',
  'kernelBytes.generated.ts': 'src/platform/kernelBytes.ts',
};

export default defineConfig([
  {
    ...common,
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
    outExtensions: () => ({ js: '.js' }),
    // The declarations have the documentation. Marks for bundlers stay.
    outputOptions: { comments: { jsdoc: false } },
    clean: ['dist/*.js'],
  },
  // For jest, which cannot `require` ECMAScript modules.
  {
    ...common,
    entry: {
      index: 'src/index.ts',
      sierra: 'src/sierra/index.ts',
      starknet: 'src/starknet/commonJs.ts',
      testing: 'src/testing/index.ts',
      testingJest: 'src/testing/jest.ts',
    },
    format: 'cjs',
    outExtensions: () => ({ js: '.cjs' }),
    clean: ['dist/*.cjs'],
    minify: true,
    // It warns that CommonJS is the older format.
    logLevel: 'error',
    plugins: [
      {
        name: 'texts-from-files',
        resolveId(source) {
          const file = readFromFiles[source.slice(source.lastIndexOf('/') + 1)];
          return file === undefined ? null : resolve(file);
        },
      },
    ],
  },
]);
