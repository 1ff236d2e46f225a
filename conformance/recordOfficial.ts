// Compiles every class with a binary of the official compiler and writes down digests of what it makes (officialCasm.json), which the area
// sierra-digests compares with. Prints the first difference of each class whose output is not ours.
//   node scripts/run.mjs conformance/recordOfficial.ts PATH/starknet-sierra-compile
// The binary: cargo install starknet-sierra-compile --version 2.21.0
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSierraFile } from '../src/sierra/class/readSierraClass.ts';
import { COMPILER_VERSION } from '../src/sierra/compileContract.ts';
import { decodeProgram } from '../src/sierra/decode/decodeProgram.ts';
import { compareCasm, type PublishedCasm } from '../test/support/compareCasm.ts';
import { classesToCompile, type SierraJson } from './compiledClasses.ts';
import { type CasmDigests, digestsOf, OFFICIAL_FILE } from './officialCasm.ts';

const [binary] = process.argv.slice(2);
if (binary === undefined) {
  console.error('Usage: node scripts/run.mjs conformance/recordOfficial.ts PATH/starknet-sierra-compile');
  process.exit(2);
}
const version = execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1);
if (version !== COMPILER_VERSION) {
  console.error(`${binary} is version ${version}, and ours follows ${COMPILER_VERSION}.`);
  process.exit(2);
}
const shared = process.env['STARBOX_SHARED'] ?? join(process.cwd(), '../shared');
const folder = mkdtempSync(join(tmpdir(), 'starbox-official-'));

/** What the official compiler makes of a class. Its own lists lack libfuncs for debugging, so it gets a list of those that the class has. */
function officialCasm(sierra: SierraJson): PublishedCasm {
  const files = ['class.json', 'libfuncs.json', 'casm.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const [input, list, output] = files;
  const { program } = decodeProgram(readSierraFile(sierra).sierraProgram);
  const abi = typeof sierra.abi === 'string' ? JSON.parse(sierra.abi || '[]') : sierra.abi;
  writeFileSync(input, JSON.stringify({ ...sierra, abi, sierra_program_debug_info: undefined }));
  writeFileSync(list, JSON.stringify({ allowed_libfuncs: program.libfuncs.map(({ generic }) => generic) }));
  execFileSync(binary!, ['--allowed-libfuncs-list-file', list, input, output]);
  return JSON.parse(readFileSync(output, 'utf8'));
}

const classes: Record<string, CasmDigests> = {};
for (const { id, read } of classesToCompile(shared)) {
  const sierra = read();
  const official = officialCasm(sierra);
  classes[id] = digestsOf(official);
  console.log(`${id}: ${compareCasm(sierra, official) ?? 'equal'}`);
}
rmSync(folder, { recursive: true });
writeFileSync(OFFICIAL_FILE, `${JSON.stringify({ compiler: version, classes }, null, 1)}\n`);
