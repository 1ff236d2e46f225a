// Writes THIRD-PARTY-LICENSES.md: the licences of the code of others that the package contains.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBundleRecord } from './bundle-record.mjs';
import { root } from './files.mjs';

/** What of the package has code of others, and which packages that code is from. */
const parts = [
  ['`dist/*.js`', readBundleRecord('esm').packages],
  ['`dist/*.cjs`', readBundleRecord('cjs').packages],
  ['`dist/ui`, the explorer', readBundleRecord('ui').packages],
  // Its standard library is compiled into the kernel, which the bundles contain too.
  ['`dist/kernel.wasm` and `dist/*.js`', ['assemblyscript']],
];

const names = [...new Set(parts.flatMap(([, packages]) => packages))].sort();

function sectionOf(name) {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const places = parts.filter(([, packages]) => packages.includes(name)).map(([place]) => place);
  const head = `## ${name} ${version}\n\n${license}, in ${places.join(', ')}.\n`;
  return `${head}\n${[...textsOf(folder, license)].map((text) => `\`\`\`text\n${text}\n\`\`\`\n`).join('\n')}`;
}

/** The licence of a package and its notice, if it has one. The text of the Apache License is in our own LICENSE. */
function* textsOf(folder, license) {
  const [file] = readdirSync(folder).filter((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no file with its licence`);
  // Vite's file goes on with the licences of packages that only Vite itself contains.
  const text = readFileSync(join(folder, file), 'utf8').split(/^# Licenses of bundled dependencies$/m)[0];
  if (license !== 'Apache-2.0') yield text.trim();
  if (existsSync(join(folder, 'NOTICE'))) yield readFileSync(join(folder, 'NOTICE'), 'utf8').trim();
}

writeFileSync(
  join(root, 'THIRD-PARTY-LICENSES.md'),
  `# Licences of code of others

Starbox is under the [Apache License 2.0](LICENSE). This package also contains parts of the packages below; the build writes this list from what the bundles
contain. The classes in \`contracts/classes\` and \`dist/classTexts.js\` are compiled from our sources together with the core library of Cairo, which is under the Apache
License 2.0 too. The dependency \`ws\` is installed beside this package, with its own licence.

${names.map(sectionOf).join('\n')}`,
);
