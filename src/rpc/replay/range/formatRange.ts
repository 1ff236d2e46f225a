import { safeLine } from '../../../text/safeText.ts';
import { paintWith } from '../../../tools/explain/paint.ts';
import type { Bisected } from './bisectRange.ts';
import type { BlockResult } from './blockResult.ts';

/** The results of blocks of one protocol version. */
export interface VersionSummary {
  readonly protocol: string;
  blocks: number;
  transactions: number;
  equal: number;
  different: number;
  impossible: number;
}

/** Counts results by protocol version, in the order in which the versions appear. */
export function summaryOf(results: readonly BlockResult[]): readonly VersionSummary[] {
  const rows = new Map<string, VersionSummary>();
  for (const { protocol = 'not replayed', transactions, outcome } of results) {
    const row = rows.get(protocol) ?? { protocol, blocks: 0, transactions: 0, equal: 0, different: 0, impossible: 0 };
    rows.set(protocol, row);
    row.blocks++;
    row.transactions += transactions;
    row[outcome]++;
  }
  return [...rows.values()];
}

/** The most blocks that the text lists. */
const SHOWN = 50;
const COLUMNS = ['protocol', 'blocks', 'transactions', 'equal', 'different', 'impossible'] as const;

/** What a replay of a range found, for people. */
export function formatRange(results: readonly BlockResult[], url: string, color: boolean): string {
  const paint = paintWith(color);
  const odd = results.filter(({ outcome }) => outcome !== 'equal');
  const lines = odd
    .slice(0, SHOWN)
    .map((one) => `${one.outcome === 'different' ? paint.red('different ') : 'impossible'}  ${described(one)}`);
  if (odd.length > SHOWN) lines.push(`… and ${odd.length - SHOWN} more (--json shows all)`);
  const rows = [COLUMNS, ...summaryOf(results).map((row) => COLUMNS.map((name) => String(row[name])))];
  const widths = COLUMNS.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const table = rows.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
  );
  const different = odd.filter(({ outcome }) => outcome === 'different').length;
  const verdict =
    different === 0
      ? paint.green(`All ${results.length - odd.length} blocks that can be replayed are the same as at ${url}.`)
      : paint.red(`${different} of ${results.length} blocks differ from ${url}.`);
  return `${[...lines, ...(lines.length > 0 ? [''] : []), ...table, '', verdict].join('\n')}\n`;
}

/** What halving a range found, for people. */
export function formatBisected(found: Bisected, { from, to }: { from: number; to: number }, url: string): string {
  const looked = `${found.looked} of the ${to - from + 1} blocks were looked at.`;
  switch (found.kind) {
    case 'equal':
      return `Block ${to} is the same as at ${url}, so there is nothing to halve. ${looked} Without --bisect all are.\n`;
    case 'impossible':
      return `None of the blocks can be replayed. ${looked}\n`;
    case 'allDifferent':
      return `The range begins with a difference: ${described(found.first)}\n${looked} Begin earlier.\n`;
    case 'found':
      return `The last block that agrees: ${found.last.block}\nThe first that differs:     ${described(found.first)}\n${looked} Blocks between those may differ too.\n`;
  }
}

const described = ({ block, protocol, first }: BlockResult): string =>
  `${block}${protocol === undefined ? '' : ` (${protocol})`}  ${safeLine(first ?? '')}`;
