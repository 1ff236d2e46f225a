import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { documents, MARK, readLedger } from '../conformance/ledger/documents.ts';
import { reasonFor } from '../conformance/ledger/knownDifferences.ts';
import { type Found, runLedger, worseThan } from '../conformance/ledger/ledger.ts';
import { blocksFile, chainFile, OWN_CHAINS, sources } from '../conformance/ledger/sources.ts';
import { withMarkedPart } from '../scripts/markedPart.ts';

const shared = fileURLToPath(new URL('../../shared', import.meta.url));

test('no row of the ledger of real blocks is worse than recorded, and every difference has a reason', async () => {
  const before = readLedger();
  const found: Found[] = [];
  const entries = await runLedger(sources(shared), (one) => void found.push(one));
  expect(worseThan(before.entries, entries)).toEqual([]);
  expect(found.filter(({ source, fact }) => reasonFor(source, fact.what) === undefined)).toEqual([]);
  // What the repository has itself is compared everywhere.
  expect(Object.keys(entries).length).toBeGreaterThan(100);
  // A source that nobody recorded would never be judged.
  expect(Object.keys(entries).filter((name) => !(name in before.entries))).toEqual([]);
});

test('an entry is worse if less is equal or more differs, and not if its source is missing', () => {
  const entry = { kind: 'block', transactions: 2, equal: { 'transaction hash': 2 }, different: {} } as const;
  const before = { one: entry, two: entry };
  expect(worseThan(before, { one: entry })).toEqual([]);
  expect(worseThan(before, { one: { ...entry, equal: { 'transaction hash': 1 } } })).toEqual([
    'one: 1 of 1 are equal in transaction hash; before, 2 of 2 were',
  ]);
  expect(worseThan(before, { two: { ...entry, different: { 'block hash': 1 } } })).toEqual([
    'two: 0 of 1 are equal in block hash; before, 0 of 0 were',
  ]);
});

test.each(documents)('the part of $file.pathname that is made from the ledger is up to date', ({ file, part }) => {
  const text = readFileSync(file, 'utf8');
  expect(text).toBe(withMarkedPart(text, MARK, part(readLedger())));
});

test('what the repository records of the networks has less than 1 MB', () => {
  const files = [blocksFile, ...OWN_CHAINS.map(chainFile)];
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(1_000_000);
});
