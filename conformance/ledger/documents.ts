// The ledger as a file, and the places of documents that are made from it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { withMarkedPart } from '../../scripts/markedPart.ts';
import type { Ledger } from './ledger.ts';
import { figuresOf, formatTable } from './table.ts';

/** The mark of the parts. */
export const MARK = 'ledger';

const LEDGER = new URL('ledger.json', import.meta.url);

export const readLedger = (): Ledger =>
  existsSync(LEDGER) ? JSON.parse(readFileSync(LEDGER, 'utf8')) : { date: 'never', entries: {} };

/** The documents with a part that is made from the ledger. */
export const documents: readonly { readonly file: URL; readonly part: (ledger: Ledger) => string }[] = [
  {
    file: new URL('../../docs/trust.md', import.meta.url),
    part: (ledger) => `${formatTable(ledger)}\n\nLast run that changed this table: ${ledger.date}.`,
  },
  {
    file: new URL('../../README.md', import.meta.url),
    part: (ledger) => {
      const { blocks, transactions } = figuresOf(ledger);
      const shown = (count: number) => count.toLocaleString('en-US');
      return `Equal to the sequencer on ${shown(transactions)} transactions and ${shown(blocks)} real blocks of Starknet's networks (hashes and commitments, and the execution where the state before it is public): [Trust](docs/trust.md) says what was compared, and how to check it yourself.`;
    },
  },
];

/** Writes the ledger, and what is made from it. */
export function writeLedger(ledger: Ledger): void {
  writeFileSync(LEDGER, `${JSON.stringify(ledger, null, 1)}\n`);
  for (const { file, part } of documents)
    writeFileSync(file, withMarkedPart(readFileSync(file, 'utf8'), MARK, part(ledger)));
}
