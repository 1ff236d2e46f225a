import { resolve } from 'node:path';
import { minifySync } from 'rolldown/utils';
import { defineConfig, type UserConfig } from 'tsdown';
import { recordPackages } from './scripts/bundled-packages.mjs';
import { compilerStamp } from './scripts/compiler-stamp.mjs';

// The declarations are written by scripts/build-types.mjs, which bundles what tsc emits.
const common: UserConfig = {
  platform: 'node',
  target: 'node20.19',
  hash: true,
  dts: false,
  logLevel: 'warn',
  // Without a comment for the start and the end of each module, which would be 46 kB of the package.
  // Nor a warning on slow machines about the time that was spent in plugins.
  inputOptions: { experimental: { attachDebugInfo: 'none' }, checks: { pluginTimings: false } },
  // Small files load faster. Functions and classes keep their names, for stack traces and profiles.
  minify: { compress: { keepNames: { function: true, class: true } }, mangle: { keepNames: true } },
  define: { STARBOX_COMPILER_STAMP: JSON.stringify(compilerStamp()) },
};

const SUMMARY = /^ {2}summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),\n/m;

/** Leaves out the sentence that describes each method: only the documentation and the page read it, and they have it from the sources. */
const withoutSummaries = {
  name: 'without-summaries',
  transform: (code: string, id: string) =>
    /src[\\/]rpc[\\/]methods[\\/]/.test(id) && SUMMARY.test(code) ? code.replace(SUMMARY, '') : undefined,
};

/** Large texts that the CommonJS build reads from the files of the package, which has them once. */
const readFromFiles: Readonly<Record<string, string>> = {
  'builtinClassTexts.ts': 'src/cli/start/builtinTexts.ts',
  'kernelBytes.ts': 'src/platform/kernelBytes.ts',
};

// Node.js needs about half a millisecond to load a file, and what several entry points share would become dozens of small ones. A group
// takes what its modules import too, unless an earlier group has it: so what the compiler needs, and what `--help` needs, comes first.
const sharedLayers = [
  { name: 'base', test: /src[\\/](json|text|async|budget|protocol|felt[\\/]felt\.ts)/ },
  {
    name: 'options',
    test: /src[\\/](options[\\/](chainOptions|libraryName|putValues)|chain[\\/]config|rpc[\\/]serverConfig)\.ts/,
  },
  { name: 'felt', test: /src[\\/]felt[\\/]/ },
  { name: 'casm', test: /src[\\/](cairo[\\/]casmJson\.ts|sierra[\\/](class[\\/](readSierraClass|classValues)|hash))/ },
  { name: 'compiler', test: /src[\\/]sierra[\\/]/ },
  {
    name: 'node',
    test: /src[\\/](abi|state|stateFile|chain|rpc)[\\/](?!run[\\/](createExecutor|executions|machineExecutor|simulateBatch)|storagePlace)/,
  },
  { name: 'execution', test: /src[\\/](execution|cairo)[\\/]/ },
  { name: 'explain', test: /src[\\/]tools[\\/]/ },
];
const shared = (minShareCount: number, except?: string) =>
  sharedLayers.filter(({ name }) => name !== except).map((group) => ({ ...group, minShareCount }));

// Small files that each command imports; what a node needs besides, in the command and the library; what serves requests over HTTP; and
// what is shared by the commands that run a node.
const sharedParts = [
  {
    name: 'files',
    test: /src[\\/]platform[\\/](artifactFolders|cacheFolder|compileCache|coverageFolder|fileLock|files|ioReason|regularFile|sourceFiles)\.ts/,
  },
  {
    name: 'command',
    test: /src[\\/]cli[\\/](commands[\\/]commands|end[\\/]failure|options[\\/](parseOptions|help))\.ts/,
  },
  {
    name: 'hub',
    test: /src[\\/](sandbox[\\/](hub|putValues)|fork[\\/]originConnector|classes[\\/]artifactStore|felt[\\/]hashRecipe)\.ts/,
  },
  { name: 'server', test: /src[\\/]server[\\/]/ },
  { name: 'cliNode', test: /src[\\/]cli[\\/](options[\\/]hints|start[\\/](builtinTexts|forkCache|tellIfSlow))\.ts/ },
].map((group) => ({ ...group, minShareCount: 2 }));

/** V8 stores a text of ASCII characters in half the memory and reads it faster, so other characters, which are in messages, are escaped. */
const ascii = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const STATEMENT_ENDS =
  /[;}](?=(?:async function|class|const|export|for|function|if|let|return|switch|throw|try|while)\b)/g;

/** Puts statements on lines of their own: Node.js prints the line of an error that nobody catches, which would be the whole file. */
function inLines(code: string, file: string): string {
  const broken = code.replace(STATEMENT_ENDS, '$&\n');
  const printed = (text: string) => minifySync(file, text, { compress: false, mangle: false }).code;
  // A file with a text that looks like code, such as a page, stays as it is.
  return printed(broken) === printed(code) ? broken : code;
}

const text = {
  name: 'text',
  generateBundle: (_: unknown, files: Readonly<Record<string, { readonly type: string; code?: string }>>) => {
    for (const [name, file] of Object.entries(files))
      if (file.type === 'chunk') file.code = ascii(inLines(file.code!, name));
  },
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
    plugins: [withoutSummaries, text, recordPackages('esm')],
    outExtensions: () => ({ js: '.js' }),
    outputOptions: {
      // The declarations have the documentation. Marks for bundlers stay.
      comments: { jsdoc: false },
      codeSplitting: { groups: [...shared(6), ...sharedParts] },
    },
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
    outputOptions: { codeSplitting: { groups: shared(3, 'explain') } },
    // It warns that CommonJS is the older format.
    logLevel: 'error',
    plugins: [
      withoutSummaries,
      text,
      recordPackages('cjs'),
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
