// Compares mutants with the same changes made in the Cairo source and compiled by the official compiler: do the same tests notice them?
//   npx tsx conformance/mutants/compare.ts CAIRO_FOLDER [--only Token|Vault] [--limit N]
// CAIRO_FOLDER has bin/starknet-compile of Cairo 2.12 and corelib/ beside bin/. About four seconds of processor time for each mutant.

import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FoundMutant } from '../../src/tools/mutants/findMutants.ts';
import { mutationText } from '../../src/tools/mutants/mutation.ts';
import { MutantProject } from '../../test/support/mutantProject.ts';
import { editedSource } from './sourceEdit.ts';
import type { Suite } from './suite.ts';
import { SuiteRunner } from './suiteRunner.ts';
import { tokenSuite } from './tokenSuite.ts';
import { vaultSuite } from './vaultSuite.ts';

const run = promisify(execFile);
const [cairo, ...flags] = process.argv.slice(2);
const given = (flag: string) => (flags.includes(flag) ? flags[flags.indexOf(flag) + 1] : undefined);
if (!cairo) {
  console.error('usage: compare.ts CAIRO_FOLDER [--only Token|Vault] [--limit N]');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'starbox-compare-'));
const limit = Number(given('--limit') ?? Number.POSITIVE_INFINITY);
const project = new MutantProject();
const totals = { same: 0, different: 0, withoutEdit: 0, notCompiled: 0, equal: 0 };

/** Compiles the project with one changed file, in a folder of its own. */
async function compiled(name: Suite['contract'], source: string): Promise<unknown> {
  const own = join(folder, name);
  cpSync(project.sources, own, { recursive: true });
  const module = name.toLowerCase();
  writeFileSync(join(own, 'src', `${module}.cairo`), source);
  const output = join(own, 'class.json');
  const args = [own, '--contract-path', `mutants::${module}::${name}`, output, '--allow-warnings'];
  const isCompiled = await run(join(cairo!, 'bin/starknet-compile'), args, { maxBuffer: 1 << 26 }).then(
    () => true,
    () => false,
  );
  return isCompiled ? JSON.parse(readFileSync(output, 'utf8')) : undefined;
}

async function compare(suite: Suite): Promise<void> {
  const { contract: name } = suite;
  const { definition, json, mutants } = project.mutantsOf(name);
  const source = project.source(name);
  const runner = new SuiteRunner(suite, json, definition);
  const usual = await runner.alone(() => runner.verdict());
  if (usual.state !== 'survived')
    throw new Error(`The tests of ${name} fail without a mutant: ${usual.by}: ${usual.reason}`);
  const queue: { mutant: FoundMutant; edited: string }[] = [];
  for (const mutant of mutants.slice(0, limit)) {
    const edited = editedSource(source, mutant);
    if (edited === undefined) totals.withoutEdit++;
    else queue.push({ mutant, edited });
  }
  // Spread over the whole source, so that a part of them says something about all.
  const spread = queue.map((one, i) => ({ one, at: (i * 37) % queue.length })).sort((a, b) => a.at - b.at);
  for (const { mutant, edited } of spread.map(({ one }) => one)) {
    const where = `${name} ${mutant.span!.line}:${mutant.span!.column} ${mutant.text}`;
    const changed = await compiled(name, edited);
    if (changed === undefined) {
      totals.notCompiled++;
      console.log(`not compiled  ${where}`);
      continue;
    }
    const [ours, official] = await runner.alone(async () => [
      await runner.verdict(mutationText(mutant.mutation)),
      await runner.verdict(undefined, changed),
    ]);
    if (ours.state === 'equal') totals.equal++;
    const isSame = ours.state === official.state || (ours.state === 'equal' && official.state === 'survived');
    totals[isSame ? 'same' : 'different']++;
    const by = (verdict: typeof ours) => (verdict.by === undefined ? '' : ` by '${verdict.by}'`);
    console.log(
      `${isSame ? 'same' : 'DIFFERENT'}  ${where}: ${ours.state}${by(ours)} / ${official.state}${by(official)}`,
    );
  }
}

try {
  const only = given('--only');
  const suites = [tokenSuite, vaultSuite].filter(({ contract }) => only === undefined || only === contract);
  await Promise.all(suites.map(compare));
  const compared = totals.same + totals.different;
  console.log(`${totals.same} of ${compared} the same (${((100 * totals.same) / compared).toFixed(1)} %)`, totals);
} finally {
  rmSync(folder, { recursive: true, force: true });
  project.remove();
}
