// Bundles src/ to dist/: ECMAScript modules, and CommonJS of the library.
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { recordBundle } from './bundle-record.mjs';
import { chunkByEntries } from './chunks.mjs';
import { compilerStamp } from './compiler-stamp.mjs';
import { commonJs, modules } from './entries.mjs';
import { root } from './files.mjs';

const dist = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

// What a node loads later, in most runs.
const libraryLater = {
  listen: { files: ['src/libraryNode/listen.ts'], after: 'index' },
  createExecutor: { files: ['src/chain/run/createExecutor.ts'] },
};
const commandLater = {
  startMain: { files: ['src/cli/start/startMain.ts'], after: 'cli' },
  run: { files: ['src/cli/start/run.ts'], after: 'startMain' },
  // Commands that only ask a node. They load no part of one.
  ask: {
    files: ['runCommand', 'accounts', 'mint', 'mine', 'call', 'explain'].map((name) => `src/cli/commands/${name}.ts`),
    after: 'cli',
  },
};

/** Large texts that Node.js reads from the files of the package, which has them once. */
const fromFiles = {
  'builtinClassTexts.ts': join(root, 'src/libraryNode/builtinTexts.ts'),
  'kernelBytes.ts': join(root, 'src/platform/kernelBytes.ts'),
};
const readFromFiles = {
  name: 'texts-from-files',
  resolveId: (source) => fromFiles[basename(source)] ?? null,
};
/** The same in modules, some of which pages load: what only Node.js has reads files, and pages import the texts. */
const readFromFilesOnNode = {
  name: 'texts-from-files-on-node',
  resolveId: (source, importer) => {
    const name = basename(source);
    if (name === 'classTexts.generated.ts') return { id: './classTexts.js', external: true };
    return importer?.includes('libraryNode') ? (fromFiles[name] ?? null) : null;
  },
};

/**
 * Modules that the SDK of the Model Context Protocol brings and our server never calls: zod's writers of JSON schemas, and tasks, which it does not
 * offer. Their functions stay as names that do nothing.
 */
const UNUSED = [
  'zod/v4/core/json-schema-processors.js',
  'zod/v4/core/to-json-schema.js',
  'sdk/dist/esm/experimental/tasks/server.js',
];
/** The SDK also checks forms that it sends to users by JSON schemas. We send none, so its validator (110 kB) stays out. */
const withoutUnused = {
  name: 'without-unused',
  resolveId: (source) => (source.endsWith('/validation/ajv-provider.js') ? join(root, 'src/mcp/noSchemas.ts') : null),
  load: (id) => {
    if (!UNUSED.some((end) => id.replaceAll('\\', '/').endsWith(end))) return null;
    const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)];
    return `const none = function () { return none; };\n${names.map(([, name]) => `export { none as ${name} };`).join('\n')}`;
  },
};

/** A file that is mostly the SDK, in as few bytes as can be: nobody reads its lines, since what fails in a tool is told to the agent. */
function smallest(fileName, code) {
  const { code: small, errors } = minifySync(fileName, code, {
    module: true,
    compress: { target: 'es2023' },
    mangle: { toplevel: true },
    codegen: { removeWhitespace: true, asciiOnly: true },
  });
  if (errors.length > 0) throw new Error(errors[0].message);
  return small;
}

async function bundle({ format, extension, chunks, plugins = [] }) {
  const build = await rolldown({
    cwd: root,
    input: chunks.entries,
    platform: 'node',
    external: [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies), 'vitest/suite'],
    transform: { target: 'node20.19', define: { STARBOX_COMPILER_STAMP: JSON.stringify(compilerStamp()) } },
    plugins: [...plugins, recordBundle(format)],
    // The bundler needs this for chunks that do not take what they import. Entries export only their own: a test compares.
    preserveEntrySignatures: 'allow-extension',
    // It warns on slow machines how much of the time was spent in plugins.
    checks: { pluginTimings: false },
  });
  const { output } = await build.write({
    dir: dist,
    format,
    entryFileNames: `[name]${extension}`,
    chunkFileNames: `[name]-[hash]${extension}`,
    codeSplitting: chunkByEntries(chunks),
    // The declarations have the documentation. Marks for bundlers stay.
    comments: { jsdoc: false },
    minify: {
      // Functions and classes keep their names, for stack traces and profiles.
      compress: { keepNames: { function: true, class: true }, sequences: false, joinVars: false },
      mangle: { keepNames: true },
      // Statements stay on lines of their own: Node.js prints the line of an error that nobody catches.
      // V8 stores a text of ASCII characters in half the memory and reads it faster.
      codegen: { removeWhitespace: false, asciiOnly: true },
    },
  });
  await build.close();
  for (const { type, fileName, code, moduleIds } of output)
    if (type === 'chunk' && moduleIds.some((id) => id.includes('modelcontextprotocol')))
      writeFileSync(join(dist, fileName), smallest(fileName, code));
  // What earlier builds wrote.
  const written = new Set(output.map(({ fileName }) => fileName));
  for (const file of readdirSync(dist)) if (file.endsWith(extension) && !written.has(file)) rmSync(join(dist, file));
}

mkdirSync(dist, { recursive: true });
await bundle({
  format: 'esm',
  extension: '.js',
  chunks: {
    entries: modules,
    later: { ...commandLater, ...libraryLater },
    undivided: ['wallet', 'playwright'],
    anywhere: ['browser', 'sierra', 'wallet'],
  },
  plugins: [readFromFilesOnNode, withoutUnused],
});
await bundle({
  format: 'cjs',
  extension: '.cjs',
  chunks: { entries: commonJs, later: libraryLater, undivided: ['wallet'] },
  plugins: [readFromFiles],
});
copyFileSync(join(root, 'src/classes/classTexts.generated.ts'), join(dist, 'classTexts.js'));
chmodSync(join(dist, 'cli.js'), 0o755);
