// The ledger as a file, and the places of documents that are made from it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Ledger } from './ledger.ts';
import { figuresOf, formatTable } from './table.ts';

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

const [START, END] = ['<!-- ledger -->', '<!-- /ledger -->'];

/** A document with the part between its marks made anew. */
export function withPart(text: string, part: string): string {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`There are no marks ${START} and ${END}.`);
  return `${text.slice(0, start + START.length)}\n${part}\n${text.slice(end)}`;
}

/** Writes the ledger, and what is made from it. */
export function writeLedger(ledger: Ledger): void {
  writeFileSync(LEDGER, `${JSON.stringify(ledger, null, 1)}\n`);
  for (const { file, part } of documents) writeFileSync(file, withPart(readFileSync(file, 'utf8'), part(ledger)));
}
