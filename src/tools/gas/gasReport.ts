import { groupedDigits } from '../../text/groupedDigits.ts';
import { safeLine } from '../../text/safeText.ts';
import type { Spread } from './sample.ts';

/** What the calls of a function used, inner calls included. */
export interface ReportedFunction {
  /** The name of the contract, or the beginning and end of its class hash. */
  readonly contract: string;
  readonly classHash: string;
  readonly name: string;
  readonly calls: number;
  /** How many of them panicked. */
  readonly failed: number;
  readonly l2Gas: Spread;
  readonly steps: Spread;
  readonly storageReads: Spread;
  readonly storageWrites: Spread;
  /** By builtin, over the calls that used it. */
  readonly builtins: Readonly<Record<string, Spread>>;
}

export interface GasReport {
  readonly functions: readonly ReportedFunction[];
  /** The number of calls of functions for which there was no room. */
  readonly leftOut: number;
}

/** A report, and the same as a table for a terminal and for Markdown. */
export interface GasReportTexts extends GasReport {
  readonly text: string;
  readonly markdown: string;
}

export const withTexts = (report: GasReport): GasReportTexts => ({
  ...report,
  text: gasReportText(report),
  markdown: gasReportMarkdown(report),
});

const HEADINGS = ['Function', 'Calls', 'L2 gas min', 'median', 'max', 'Steps', 'Builtins', 'Reads', 'Writes'];

/** The cells of a row. Steps, builtins and storage are medians. */
function cellsOf(row: ReportedFunction): string[] {
  const { name, calls, failed, l2Gas, steps, builtins, storageReads, storageWrites } = row;
  const used = Object.entries(builtins).map(([builtin, { median }]) => `${builtin} ${groupedDigits(median)}`);
  return [
    safeLine(name),
    failed > 0 ? `${groupedDigits(calls)} (${groupedDigits(failed)} failed)` : groupedDigits(calls),
    groupedDigits(l2Gas.min),
    groupedDigits(l2Gas.median),
    groupedDigits(l2Gas.max),
    groupedDigits(steps.median),
    used.join(', ') || '-',
    groupedDigits(storageReads.median),
    groupedDigits(storageWrites.median),
  ];
}

/** The rows of each contract under its name. Contracts with the same name and different classes are apart. */
function byContract({ functions }: GasReport): [contract: string, rows: ReportedFunction[]][] {
  const groups = new Map<string, ReportedFunction[]>();
  for (const row of functions) {
    const group = groups.get(row.classHash);
    if (group) group.push(row);
    else groups.set(row.classHash, [row]);
  }
  return [...groups.values()].map((rows) => [safeLine(`${rows[0]!.contract} (class ${rows[0]!.classHash})`), rows]);
}

const EMPTY = 'No calls were made.\n';

/** The report as a table for a terminal. */
function gasReportText(report: GasReport): string {
  const groups = byContract(report);
  if (groups.length === 0) return EMPTY;
  const cells = report.functions.map(cellsOf);
  const widths = HEADINGS.map((heading, i) =>
    cells.reduce((width, row) => Math.max(width, row[i]!.length), heading.length),
  );
  const isText = (i: number) => i === 0 || i === 6;
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (isText(i) ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd();
  const parts = groups.map(([contract, rows]) =>
    [contract, `  ${line(HEADINGS)}`, ...rows.map((row) => `  ${line(cellsOf(row))}`)].join('\n'),
  );
  return `${parts.join('\n\n')}\n${leftOutText(report)}`;
}

/** The report as Markdown, for comments on pull requests. */
function gasReportMarkdown(report: GasReport): string {
  const groups = byContract(report);
  if (groups.length === 0) return EMPTY;
  const line = (row: readonly string[]) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `| --- |${HEADINGS.slice(1)
    .map((_, i) => (i === 5 ? ' --- |' : ' ---: |'))
    .join('')}`;
  const parts = groups.map(([contract, rows]) =>
    [`### ${contract}`, '', line(HEADINGS), rule, ...rows.map((row) => line(cellsOf(row)))].join('\n'),
  );
  return `${parts.join('\n\n')}\n${leftOutText(report)}`;
}

const leftOutText = ({ leftOut }: GasReport): string =>
  leftOut > 0 ? `\n${groupedDigits(leftOut)} calls of further functions are not in this report.\n` : '';
