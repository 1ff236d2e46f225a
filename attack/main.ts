// npm run attack [-- --short] [--only TEXT] [--seed N]: runs every attack on its own node, while another client measures its waiting time.
// Prints a table and exits with 1 if the node did not keep the promise of SECURITY.md.

import { groups } from './groups.ts';
import type { AttackResult } from './runAttack.ts';
import { runAttack } from './runAttack.ts';

const flags = process.argv.slice(2);
const optionValue = (name: string) => (flags.includes(name) ? flags[flags.indexOf(name) + 1] : undefined);
const short = flags.includes('--short');
const only = optionValue('--only')?.toLowerCase();
const seed = Number(optionValue('--seed') ?? Date.now() % 2 ** 31);
const chance = { seed, cases: short ? 200 : 3000 };

const shorten = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

console.log(`seed ${seed}\n`);
console.log('| Attack | Others wait | Memory | Outcome |\n|---|---|---|---|');
const results: AttackResult[] = [];
const begin = performance.now();
for (const group of groups)
  for (const attack of group.attacks) {
    const name = `${group.name}: ${attack.name}`;
    if (only ? !name.toLowerCase().includes(only) : short && !attack.short) continue;
    const result = await runAttack(attack, chance);
    results.push(result);
    const { held, waitMs, memoryMb, outcome } = result;
    const text = shorten(outcome.replaceAll(/\s+/g, ' ').replaceAll('|', '/'), held ? 120 : 400);
    console.log(
      `| ${name} | ${waitMs.toFixed(0)} ms | ${memoryMb.toFixed(0)} MB | ${held ? text : `**FELL** ${text}`} |`,
    );
  }
const fell = results.filter(({ held }) => !held);
const seconds = (performance.now() - begin) / 1000;
console.log(`\n${results.length - fell.length} passed, ${fell.length} failed`);
console.log(`in ${seconds.toFixed(0)} s`);
if (results.length === 0) console.error('No attack has such a name.');
// A node that is still running must not keep this process alive.
process.exit(fell.length || results.length === 0 ? 1 : 0);
