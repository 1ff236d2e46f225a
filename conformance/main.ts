// Compares us with everything recorded in ../shared and prints one table by area.
//   npm run conformance [-- --only AREA] [-- --verbose] [-- --update]
// baseline/AREA.json lists the cases that are equal. The run fails if one of them is no longer equal.
// --update adds the cases that have become equal; it never removes any.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseResult } from './area.ts';
import { areas } from './areas.ts';

const shared = process.env['STARBOX_SHARED'] ?? join(process.cwd(), '../shared');
const flags = process.argv.slice(2);
const only = flags.includes('--only') ? flags[flags.indexOf('--only') + 1] : undefined;
if (only !== undefined && !areas.some(({ name }) => name === only)) {
  console.error(`There is no area '${only}'. There are: ${areas.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const verbose = flags.includes('--verbose');
const update = flags.includes('--update');
const baselineFolder = join(process.cwd(), 'conformance/baseline');

if (!existsSync(shared)) {
  console.log(`No recorded material at ${shared}: nothing to compare with.`);
  process.exit(0);
}

const baselineFile = (area: string) => join(baselineFolder, `${area}.json`);
const readBaseline = (area: string): readonly string[] =>
  existsSync(baselineFile(area)) ? JSON.parse(readFileSync(baselineFile(area), 'utf8')) : [];

let lost = 0;
const table: Record<string, Record<string, number>> = {};
for (const area of areas) {
  if (only && area.name !== only) continue;
  const results: CaseResult[] = [];
  for await (const result of area.run(shared)) {
    results.push(result);
    if (result.outcome === 'different' && verbose)
      console.log(`${area.name} ${result.id}: ${result.detail ?? 'different'}`);
  }
  const held = new Set(results.filter((r) => r.outcome !== 'different').map((r) => r.id));
  const baseline = readBaseline(area.name);
  for (const id of baseline) {
    if (held.has(id)) continue;
    lost++;
    console.error(
      `${area.name} ${id} was equal and no longer is: ${results.find((r) => r.id === id)?.detail ?? 'not run'}`,
    );
  }
  if (update) {
    mkdirSync(baselineFolder, { recursive: true });
    writeFileSync(baselineFile(area.name), `${JSON.stringify([...new Set([...baseline, ...held])].sort(), null, 1)}\n`);
  }
  const count = (outcome: CaseResult['outcome']) => results.filter((r) => r.outcome === outcome).length;
  table[area.name] = {
    cases: results.length,
    equal: count('equal'),
    deviating: count('deviating'),
    different: count('different'),
    baseline: baseline.length,
  };
}
console.table(table);
if (lost) {
  console.error(`${lost} ${lost === 1 ? 'case has' : 'cases have'} been lost since the baseline.`);
  process.exit(1);
}
