// Builds the kernel twice, each time from its sources alone in a new folder, and compares the bytes with kernel/kernel.sha256.
//   npm run check:kernel                 the sources give what is recorded
//   npm run check:kernel -- FILE.wasm    and so does this file, such as dist/kernel.wasm of an installed package
//   npm run check:kernel -- --update     records what the sources give, after a change of them
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './files.mjs';

/** What the build makes of kernel/. */
const WRITTEN = ['build/kernel.wasm', 'src/cairo/wasm/abi.generated.ts', 'src/felt/kernelBytes.generated.ts'];
const RECORD = join(root, 'kernel/kernel.sha256');

const { values, positionals } = parseArgs({ options: { update: { type: 'boolean' } }, allowPositionals: true });
const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** The hashes of what a build in a new folder writes, as `sha256sum` prints them. */
function buildOnce() {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-kernel-'));
  try {
    const isSource = (path) => !path.endsWith('.generated.ts');
    for (const name of ['kernel', 'scripts'])
      cpSync(join(root, name), join(folder, name), { recursive: true, filter: isSource });
    for (const file of WRITTEN) mkdirSync(dirname(join(folder, file)), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    execFileSync(process.execPath, [join(folder, 'scripts/build-kernel.mjs')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return WRITTEN.map((file) => `${hashOf(join(folder, file))}  ${file}\n`).join('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

const built = buildOnce();
if (buildOnce() !== built)
  fail('Two builds of the same sources differ. The build of the kernel must give the same bytes every time.');
if (values.update) writeFileSync(RECORD, built);
const recorded = readFileSync(RECORD, 'utf8').replaceAll('\r\n', '\n');
if (built !== recorded)
  fail(`The sources in kernel/ give other bytes than kernel/kernel.sha256 records.
recorded:
${recorded}built:
${built}If you changed the kernel, its compiler or scripts/build-kernel.mjs, run: npm run check:kernel -- --update`);
for (const file of positionals)
  if (hashOf(file) !== built.slice(0, 64)) fail(`${file} is not the kernel that these sources give.`);
process.stdout.write(`${recorded}kernel: two builds from the sources give the recorded bytes\n`);
