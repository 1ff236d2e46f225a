// Compares mutants with the same changes made in the Cairo source and compiled by the official compiler: do the same tests notice them?
// All mutants are compared whose change in the source can be written by rule (sourceEdit.ts). What was found is kept in compared.json, so a
// run goes on where the last one ended; test/mutants/compared.test.ts checks that file without the compiler.
//   node scripts/run.mjs conformance/mutants/compare.ts CAIRO_FOLDER [--limit N]
// CAIRO_FOLDER has bin/starknet-compile of Cairo 2.12 and corelib/ beside bin/. About four seconds of processor time for each mutant.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutationText } from '../../src/tools/mutants/mutation.ts';
import { MutantProject } from '../../test/support/mutantProject.ts';
import {
  agreement,
  COMPARED_FILE,
  type Comparable,
  type Compared,
  comparables,
  factsOf,
  isSame,
  readCompared,
  writeCompared,
} from './compared.ts';
import { poolSuite } from './poolSuite.ts';
import type { Suite } from './suite.ts';
import { SuiteRunner } from './suiteRunner.ts';
import { tokenSuite } from './tokenSuite.ts';
import { vaultSuite } from './vaultSuite.ts';

const [cairo, flag, count] = process.argv.slice(2);
if (!cairo || (flag !== undefined && (flag !== '--limit' || !(Number(count) > 0)))) {
  console.error('usage: node scripts/run.mjs conformance/mutants/compare.ts CAIRO_FOLDER [--limit N]');
  process.exit(2);
}
const limit = flag === undefined ? Number.POSITIVE_INFINITY : Number(count);
const binary = join(cairo, 'bin/starknet-compile');
const compiler = execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1)!;
const known = new Map<string, Compared>();
if (existsSync(COMPARED_FILE)) {
  const file = readCompared();
  if (file.compiler === compiler) for (const one of file.mutants) known.set(one.id, one);
}

const folder = mkdtempSync(join(tmpdir(), 'starbox-compare-'));
const project = new MutantProject();

/** Compiles the project with one changed file; undefined if the compiler refuses it. */
function compiled({ contract, edited }: Comparable): unknown {
  cpSync(project.sources, folder, { recursive: true });
  const module = contract.toLowerCase();
  writeFileSync(join(folder, 'src', `${module}.cairo`), edited);
  const output = join(folder, 'class.json');
  const args = [folder, '--contract-path', `mutants::${module}::${contract}`, output, '--allow-warnings'];
  try {
    execFileSync(binary, args, { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return JSON.parse(readFileSync(output, 'utf8'));
}

async function compare(runner: SuiteRunner, one: Comparable): Promise<Compared> {
  const changed = compiled(one);
  const { reason: _, ...ours } = await runner.verdict(mutationText(one.mutant.mutation));
  const { reason: __, ...official } =
    changed === undefined ? { state: 'refused' as const, reason: '' } : await runner.verdict(undefined, changed);
  return { ...factsOf(one), ours, official };
}

/** The mutants of a suite that are not compared yet, spread over the source. Returns how to compare them. */
async function open(suite: Suite): Promise<readonly (() => Promise<Compared>)[]> {
  const { contract } = suite;
  const { definition, json, mutants } = project.mutantsOf(contract);
  const runner = new SuiteRunner(suite, json, definition);
  const usual = await runner.verdict();
  if (usual.state !== 'survived')
    throw new Error(`The tests of ${contract} fail without a mutant: ${usual.by}: ${usual.reason}`);
  const all = comparables(suite, project.source(contract), mutants);
  for (const one of all) {
    const found = known.get(factsOf(one).id);
    if (found) kept.push({ ...found, ...factsOf(one) });
  }
  console.log(`${contract}: ${mutants.length} mutants, ${all.length} of them can be written in the source`);
  return all.filter((one) => !known.has(factsOf(one).id)).map((one) => () => compare(runner, one));
}

/** What is true of the mutants as they are now. */
const kept: Compared[] = [];
try {
  const left = [...(await open(tokenSuite)), ...(await open(vaultSuite)), ...(await open(poolSuite))];
  for (const run of left.slice(0, limit)) {
    const one = await run();
    kept.push(one);
    writeCompared({ compiler, mutants: kept });
    const by = (verdict: Compared['official']) => (verdict.by === undefined ? '' : ` by '${verdict.by}'`);
    const sign = one.official.state === 'refused' ? 'not compiled' : isSame(one) ? 'same' : 'DIFFERENT';
    console.log(
      `${sign}  ${one.contract} ${one.line}:${one.column} ${one.text}: ${one.ours.state}${by(one.ours)} / ${one.official.state}${by(one.official)}`,
    );
  }
  writeCompared({ compiler, mutants: kept });
  for (const [kind, { same, compared }] of agreement(kept))
    console.log(`${kind}: ${same} of ${compared} the same (${((100 * same) / compared).toFixed(1)} %)`);
  console.log(`${Math.max(left.length - limit, 0)} are left to compare`);
} finally {
  rmSync(folder, { recursive: true, force: true });
  project.remove();
}
