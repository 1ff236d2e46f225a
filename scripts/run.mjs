// Runs a TypeScript program of this repository on any supported version of Node.js: bundles it to .cache/ and imports the result.
//   node scripts/run.mjs bench/main.ts [ARGUMENTS]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { transform } from 'rolldown/utils';
import { root } from './files.mjs';

const entry = process.argv[2];
if (!entry) {
  console.error('usage: node scripts/run.mjs FILE.ts [ARGUMENTS]');
  process.exit(2);
}
const outDir = join(root, '.cache', entry.replace(/\W+/g, '-'));
mkdirSync(outDir, { recursive: true });
const bundle = await rolldown({
  input: join(root, entry),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[a-zA-Z]:/.test(id),
  logLevel: 'warn',
  checks: { pluginTimings: false },
  plugins: [
    {
      name: 'own-url',
      // A module finds files beside its source, wherever the bundle is written.
      async transform(code, id) {
        if (!code.includes('import.meta.url')) return undefined;
        const define = { 'import.meta.url': JSON.stringify(pathToFileURL(id).href) };
        const { code: written, map } = await transform(id, code, { define, sourcemap: true });
        return { code: written, map, moduleType: 'js' };
      },
    },
  ],
});
await bundle.write({ dir: outDir, format: 'esm', entryFileNames: 'main.mjs', sourcemap: 'inline' });
await bundle.close();
process.argv.splice(1, 2, join(outDir, 'main.mjs'));
await import(pathToFileURL(join(outDir, 'main.mjs')).href);
