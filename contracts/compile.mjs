// Compiles the contracts with the Cairo compilers named in CONTRIBUTING.md. Run it after a change of a .cairo file and commit the classes:
//   node contracts/compile.mjs CAIRO_2_12 CAIRO_2_1 CAIRO_0
// The first two are folders with bin/starknet-compile and corelib/ of the same version, the third is a Python environment with
// bin/starknet-compile-deprecated. `-` in place of a folder leaves the classes of that compiler as they are.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [current, first, cairo0] = process.argv.slice(2);
if (!current || !first || !cairo0) {
  console.error('usage: node contracts/compile.mjs CAIRO_2_12_FOLDER CAIRO_2_1_FOLDER CAIRO_0_FOLDER');
  process.exit(2);
}

// For each class: its name, the path of its contract, and how it is compiled. The counters are two builds of one contract.
const recipes = [
  { name: 'account', contract: 'starbox_contracts::account::Account' },
  { name: 'erc20', contract: 'starbox_contracts::erc20::ERC20' },
  { name: 'universal_deployer', contract: 'starbox_contracts::universal_deployer::UniversalDeployer' },
  { name: 'exerciser', contract: 'starbox_contracts::exerciser::Exerciser' },
  { name: 'greedy', contract: 'starbox_contracts::greedy::Greedy' },
  { name: 'blake', contract: 'starbox_contracts::blake::Blake', libfuncs: 'all' },
  { name: 'eth_account', contract: 'starbox_contracts::key_accounts::EthAccount' },
  { name: 'p256_account', contract: 'starbox_contracts::key_accounts::P256Account' },
  { name: 'webauthn_account', contract: 'starbox_contracts::key_accounts::WebAuthnAccount' },
  { name: 'session_account', contract: 'starbox_contracts::session_account::SessionAccount' },
  { name: 'ledger', contract: 'starbox_contracts::ledger::Ledger' },
  { name: 'branching', contract: 'starbox_contracts::branching::Branching' },
  { name: 'kinds', contract: 'starbox_contracts::kinds::Kinds', libfuncs: 'all' },
  // None of the compiler's lists allows printing. PRINT_LIST is a file {"allowed_libfuncs": [...]} with all libfuncs and print.
  { name: 'printer', contract: 'starbox_contracts::printer::Printer', libfuncsFile: process.env['PRINT_LIST'] },
  { name: 'meta_tx', file: 'first_edition/meta_tx.cairo', libfuncs: 'all' },
  { name: 'counter_before', file: 'rebuilt/before/counter.cairo' },
  { name: 'counter_after', file: 'rebuilt/after/counter.cairo' },
  { name: 'steps', file: 'first_edition/steps.cairo', compiler: first },
  // Contracts with faults, which invariants have to find.
  ...[
    'pool::Pool',
    'bank::Bank',
    'bank::Robber',
    'registry::Registry',
    'deeds::Deeds',
    'limbs::Limbs',
    'club::Club',
  ].map(planted),
  ...['auction::Auction', 'settings::Settings', 'settings::SettingsV2'].map(planted),
];

function planted(path) {
  return { project: 'planted', name: path.split('::')[1], contract: `planted::${path}` };
}

for (const { name, contract, file, libfuncs, libfuncsFile, project = '.', compiler = current } of recipes) {
  if (compiler === '-') continue;
  if (name === 'printer' && !libfuncsFile) {
    console.log('printer: left as it is, PRINT_LIST names no file');
    continue;
  }
  const output = join(here, project, 'classes', `${name}.sierra.json`);
  execFileSync(
    join(compiler, 'bin/starknet-compile'),
    [
      ...(file ? ['--single-file', join(here, file)] : [join(here, project), '--contract-path', contract]),
      output,
      ...(libfuncs ? ['--allowed-libfuncs-list-name', libfuncs] : []),
      ...(libfuncsFile ? ['--allowed-libfuncs-list-file', libfuncsFile] : []),
    ],
    { stdio: 'inherit', cwd: here },
  );
  writeClass(output, output);
}

/** Writes only the parts of a class that the network stores. Names of types and functions are debug information. */
function writeClass(built, output) {
  const { sierra_program, contract_class_version, entry_points_by_type, abi } = JSON.parse(readFileSync(built, 'utf8'));
  writeFileSync(output, `${JSON.stringify({ sierra_program, contract_class_version, entry_points_by_type, abi })}\n`);
  console.log(`${basename(output)}: ${sierra_program.length} felts`);
}

if (cairo0 !== '-') {
  const output = join(here, 'classes/account_cairo0.json');
  execFileSync(
    join(cairo0, 'bin/starknet-compile-deprecated'),
    [join(here, 'cairo0/account.cairo'), '--account_contract', '--no_debug_info', '--output', output],
    { stdio: 'inherit', cwd: here },
  );
  // Compact JSON with exact numbers, because the class hash covers numbers above 2^53.
  const text = readFileSync(output, 'utf8').replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
  writeFileSync(output, `${text}\n`);
  console.log(`account_cairo0: ${JSON.parse(text).program.data.length} felts of bytecode`);
}
