// Packs the build output of a project beside this file into its folder classes/, with {project} and {core} in place of the folders of
// this machine. Run it after a change of a .cairo file, and commit the classes:
//   cd contracts/failures && scarb build && node ../pack.mjs failures CORE
// CORE is the folder `src` of the core library that the compiler used.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const [project, core] = process.argv.slice(2);
if (!project || !core) {
  console.error('usage: node pack.mjs PROJECT FOLDER_OF_THE_CORE_LIBRARY');
  process.exit(2);
}
const folder = join(dirname(fileURLToPath(import.meta.url)), project);
const built = join(folder, 'target/dev');

mkdirSync(join(folder, 'classes'), { recursive: true });
for (const file of readdirSync(built).filter((name) => name.endsWith('.contract_class.json'))) {
  const text = readFileSync(join(built, file), 'utf8').replaceAll(core, '{core}').replaceAll(folder, '{project}');
  const packed = gzipSync(JSON.stringify(JSON.parse(text)), { level: 9 });
  writeFileSync(join(folder, 'classes', `${file}.gz`), packed);
  console.log(`${file}: ${text.length} characters, ${packed.length} bytes packed`);
}
