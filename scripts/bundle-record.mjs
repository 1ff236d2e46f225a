import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './files.mjs';

const folder = join(root, 'build/bundled');

/** The package that a module belongs to; undefined for our own. Bundlers have modules of their own, which are no files. */
function packageOf(id) {
  const [, name] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id) ?? [];
  if (name !== undefined) return name.replaceAll('\\', '/');
  if (!id.startsWith('\0')) return undefined;
  const [, bundler] = /^\0(vite|rolldown)\//.exec(id) ?? [];
  if (bundler === undefined)
    throw new Error(`Which package does the module ${JSON.stringify(id)} of a bundle come from?`);
  return bundler;
}

/** A plugin of the bundlers that records the modules of each file of a bundle, and whose code it is. */
export const recordBundle = (bundle) => ({
  name: 'record-bundle',
  generateBundle(_, written) {
    const chunks = Object.values(written).filter(({ type }) => type === 'chunk');
    const files = Object.fromEntries(
      chunks.map(({ fileName, modules }) => [
        fileName,
        Object.keys(modules).map((id) => relative(root, id).split(sep).join('/')),
      ]),
    );
    const ids = chunks.flatMap(({ modules }) => Object.keys(modules));
    const packages = [...new Set(ids.map(packageOf))].filter((name) => name !== undefined).sort();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${bundle}.json`), `${JSON.stringify({ packages, files }, undefined, 1)}\n`);
  },
});

/** The packages whose code is in a bundle, for the list of licences; and its files with the paths of their modules, for tests. */
export const readBundleRecord = (bundle) => JSON.parse(readFileSync(join(folder, `${bundle}.json`), 'utf8'));
