import { defineConfig, type Rolldown } from 'tsdown';
import { compilerStamp } from './scripts/compiler-stamp.mjs';

// The library's entry points share chunks; each command is a script of its own, so that a start loads only what it runs.
// Types are emitted by tsc (scripts/build.mjs): they keep the folders, so a reader finds the source by its name.
// Text outside ASCII becomes escapes: one such character makes the engine hold a whole chunk in two bytes a character,
// and the largest have a megabyte.
const asciiOnly: Rolldown.Plugin = {
  name: 'ascii-only',
  generateBundle: (_options, bundle) => {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replace(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

const shared = {
  platform: 'node',
  target: 'node20.19',
  dts: false,
  plugins: [asciiOnly],
  define: { STARBOX_COMPILER_STAMP: JSON.stringify(compilerStamp()) },
} as const;

/** Classic scripts: the engine can keep the code of such (src/node/codeCache.ts). They load everything by `require`. */
const classic = {
  ...shared,
  format: 'cjs',
  outExtensions: () => ({ js: '.cjs' }),
  clean: false,
  checks: { legacyCjs: false },
} as const;
const lean = { comments: false, dynamicImportInCjs: false } as const;

export default defineConfig([
  {
    ...shared,
    entry: {
      cli: 'src/cli/main.ts',
      index: 'src/index.ts',
      sierra: 'src/sierra/index.ts',
      hashWorker: 'src/node/hashWorker.ts',
    },
    format: 'esm',
    outExtensions: () => ({ js: '.js' }),
    clean: ['dist/*.js', 'dist/*.cjs'],
    hash: true,
  },
  { ...classic, entry: { compile: 'src/cli/compileMain.ts' }, outputOptions: { ...lean, codeSplitting: false } },
  { ...classic, entry: { start: 'src/cli/startMain.ts' }, outputOptions: { ...lean, chunkFileNames: '[name].cjs' } },
]);
