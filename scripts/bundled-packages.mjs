import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** A plugin of the bundlers that records whose code is in a bundle, for the list of licences. */
export const recordPackages = (bundle) => ({
  name: 'record-packages',
  generateBundle(_, files) {
    const modules = Object.values(files).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
    const names = [...new Set(modules.map(packageOf))].filter((name) => name !== undefined).sort();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${bundle}.json`), `${JSON.stringify(names)}\n`);
  },
});

/** The packages whose code is in a bundle, by what recordPackages wrote. */
export const packagesIn = (bundle) => JSON.parse(readFileSync(join(folder, `${bundle}.json`), 'utf8'));
