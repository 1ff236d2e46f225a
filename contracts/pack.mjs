// Packs the build output of a project beside this file into its folder classes/, with {project} and {core} in place of the folders of
// this machine. Run it after a change of a .cairo file, and commit the classes:
//   cd contracts/failures && scarb build && node ../pack.mjs failures CORE
// CORE is the folder `src` of the core library that the compiler used. The class of the project that `starbox init` writes is packed with
//   cd template && scarb build && node ../contracts/pack.mjs template CORE
// and names its sources relative to that project, so that it has lines wherever the project is.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const [project, core] = process.argv.slice(2);
if (!project || !core) {
  console.error('usage: node pack.mjs PROJECT FOLDER_OF_THE_CORE_LIBRARY');
  process.exit(2);
}
const here = dirname(fileURLToPath(import.meta.url));
const isTemplate = project === 'template';
const folder = isTemplate ? join(here, '../template') : join(here, project);
const built = join(folder, 'target/dev');
const packedIn = isTemplate ? folder : join(folder, 'classes');

/** A text of a class without the folders of this machine. */
const withoutFolders = (text) =>
  isTemplate
    ? text.replaceAll(core, 'core/src').replaceAll(`${folder}/`, '')
    : text.replaceAll(core, '{core}').replaceAll(folder, '{project}');

mkdirSync(packedIn, { recursive: true });
for (const file of readdirSync(built).filter((name) => name.endsWith('.contract_class.json'))) {
  const text = withoutFolders(readFileSync(join(built, file), 'utf8'));
  const packed = gzipSync(JSON.stringify(JSON.parse(text)), { level: 9 });
  writeFileSync(join(packedIn, `${file}.gz`), packed);
  console.log(`${file}: ${text.length} characters, ${packed.length} bytes packed`);
}
