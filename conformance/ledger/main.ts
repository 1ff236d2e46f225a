// Compares us with everything of the networks that is recorded here and in ../shared, and fails if something got worse.
//   npm run ledger               compare
//   npm run ledger -- --update   also write what was found to ledger.json, from which docs/trust.md and README.md are made
//   npm run ledger -- --add FILE…  first add blocks in the form of the feeder gateway to those of this repository
//   npm run ledger -- --record   first record the blocks of ../shared, and chains of a sandbox, in this repository
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLedger, writeLedger } from './documents.ts';
import { reasonFor } from './knownDifferences.ts';
import { type Found, type Ledger, runLedger, worseThan } from './ledger.ts';
import { OWN_CHAINS, sources } from './sources.ts';
import { formatTable } from './table.ts';

const shared = process.env['STARBOX_SHARED'] ?? join(process.cwd(), '../shared');
const flags = process.argv.slice(2);

if (flags.includes('--record')) {
  const { recordBlocks, recordChain } = await import('./recordOwn.ts');
  console.log(`${recordBlocks(shared)} blocks recorded`);
  for (const version of OWN_CHAINS) console.log(`chain of ${version}: ${await recordChain(version)} bytes`);
}

const adding = flags.indexOf('--add');
if (adding >= 0) {
  const { readFeederBlock } = await import('./feederBlock.ts');
  const { recordBlocks } = await import('./recordOwn.ts');
  const files = flags.slice(adding + 1).filter((word) => !word.startsWith('--'));
  const blocks = files.flatMap((file) => {
    const block = readFeederBlock(JSON.parse(readFileSync(file, 'utf8')), file);
    if (!block)
      console.error(
        `${file} is left out: it is no block, or a hash in it is another one. It may be edited, or we are wrong.`,
      );
    return block ? [block] : [];
  });
  console.log(`${recordBlocks(shared, blocks)} blocks recorded`);
}

const before = readLedger();
const found: Found[] = [];
const entries = await runLedger(sources(shared), (one) => void found.push(one));
const worse = worseThan(before.entries, entries);
for (const { source, fact } of found)
  if (reasonFor(source, fact.what) === undefined) console.error(`${source}: ${fact.what}: ${fact.detail}`);
console.log(formatTable({ date: new Date().toISOString().slice(0, 10), entries }));
if (worse.length > 0) {
  console.error(`Worse than on ${before.date}:\n${worse.join('\n')}`);
  console.error('`starbox replay-range A..B --bisect` finds the first block of a network that differs.');
  process.exit(1);
}
if (flags.includes('--update')) {
  const ledger: Ledger = { date: new Date().toISOString().slice(0, 10), entries: { ...before.entries, ...entries } };
  writeLedger(ledger);
}
