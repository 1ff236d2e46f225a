// Packs the build output of these contracts into classes/, with {project} and {core} in place of the folders of this machine.
// Run it after a change of a .cairo file and commit the classes:
//   scarb build && node pack.mjs CORE
// CORE is the folder `src` of the core library that the compiler used.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const core = process.argv[2];
if (!core) {
  console.error('usage: node pack.mjs FOLDER_OF_THE_CORE_LIBRARY');
  process.exit(2);
}

mkdirSync(join(here, 'classes'), { recursive: true });
for (const name of ['Market', 'Desk', 'Book']) {
  const file = `debugging_${name}.contract_class.json`;
  const text = readFileSync(join(here, 'target/dev', file), 'utf8')
    .replaceAll(core, '{core}')
    .replaceAll(here, '{project}');
  const packed = gzipSync(JSON.stringify(JSON.parse(text)), { level: 9 });
  writeFileSync(join(here, 'classes', `${file}.gz`), packed);
  console.log(`${name}: ${text.length} characters, ${packed.length} bytes packed`);
}
