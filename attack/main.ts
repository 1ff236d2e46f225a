// npm run attack: runs every attack on its own node, while another client measures its waiting time. `-- --help` lists options and groups.
// Prints a table and exits with 1 if the node did not keep the promise of SECURITY.md.

import { type AttackArguments, AttackUsageError, readAttackArguments } from './attackArguments.ts';
import { groups } from './groups.ts';
import type { AttackResult } from './runAttack.ts';
import { runAttack } from './runAttack.ts';

const asked = readOrExit();
if (asked.kind === 'help') {
  process.stdout.write(asked.text);
  process.exit(0);
}
const { attacks, settings } = asked;

function readOrExit(): AttackArguments {
  try {
    return readAttackArguments(process.argv.slice(2), groups);
  } catch (error) {
    if (!(error instanceof AttackUsageError)) throw error;
    console.error(`error: ${error.message}\n\nFor more information, try 'npm run attack -- --help'.`);
    process.exit(2);
  }
}

const shorten = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

console.log(`seed ${settings.seed}\n`);
console.log('| Attack | Others wait | Memory | Outcome |\n|---|---|---|---|');
const results: AttackResult[] = [];
const begin = performance.now();
for (const { name, attack } of attacks) {
  const result = await runAttack(attack, settings);
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
// A node that is still running must not keep this process alive.
process.exit(fell.length > 0 ? 1 : 0);
