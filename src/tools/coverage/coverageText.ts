import { safeLine } from '../../text/safeText.ts';
import { FUNCTIONS_SETTING, LINES_ADVICE } from '../explain/explainStack.ts';
import { type Coverage, missedLines, percent, type Share, type Shares, sharesOf, totalShares } from './coverage.ts';
import type { LinesWithoutCode } from './linesWithoutCode.ts';
import { commonFolder, shownPath } from './shownPath.ts';

/** `1-3, 7` */
export function lineRanges(lines: readonly number[]): string {
  const ranges: string[] = [];
  for (let i = 0; i < lines.length; ) {
    let end = i;
    while (lines[end + 1] === lines[end]! + 1) end++;
    ranges.push(end === i ? `${lines[i]}` : `${lines[i]}-${lines[end]}`);
    i = end + 1;
  }
  return ranges.join(', ');
}

const MAX_RANGES_LENGTH = 40;
/** A long list ends where a range does. */
const shortened = (ranges: string): string =>
  ranges.length <= MAX_RANGES_LENGTH ? ranges : `${ranges.slice(0, ranges.lastIndexOf(',', MAX_RANGES_LENGTH))}, …`;

export const percentText = (share: Share): string =>
  // Rounded down: 100 % means all.
  share.found === 0 ? '-' : `${(Math.floor(percent(share) * 10) / 10).toFixed(1)} %`;

const cells = (shares: Shares): string[] =>
  [shares.lines, shares.functions, shares.branches].flatMap((share) => [
    percentText(share),
    share.found === 0 ? '' : `${share.hit}/${share.found}`,
  ]);

const NO_CODE =
  'No code: statements of which the compiler left nothing to count, such as constants. The page marks them.';

/** The coverage as a table for a terminal. */
export function coverageText(coverage: Coverage, noCode: LinesWithoutCode, folder?: string): string {
  const { files, withoutLines, elsewhere, isTruncated } = coverage;
  const paths = [...files.keys()].sort();
  const shownFolder = folder ?? commonFolder(paths);
  const total = totalShares(coverage);
  const allNoCode = paths.reduce((sum, path) => sum + (noCode.get(path)?.length ?? 0), 0);
  const notes = [
    ...(allNoCode > 0 ? [NO_CODE] : []),
    ...(total.lines.found > 0 && total.functions.found === 0
      ? [
          `The class files have no names of functions, so functions are not counted, nor some lines and branches. Add this below [profile.dev.cairo] in Scarb.toml and build again:\n  ${FUNCTIONS_SETTING}`,
        ]
      : []),
    ...(isTruncated ? ['There was no room for some classes or tests, so this is not everything.'] : []),
    ...(elsewhere.length > 0
      ? [
          `Not counted, since the source files are not in the package of the build output: ${safeLine(elsewhere.join(', '))}.`,
        ]
      : []),
    ...(withoutLines.length > 0
      ? [`Without source lines, and not counted: ${safeLine(withoutLines.join(', '))}.\n${LINES_ADVICE}`]
      : []),
  ];
  if (paths.length === 0) return `${['No Cairo code with source lines ran.', ...notes].join('\n\n')}\n`;
  const rows = [
    ...paths.map((path) => {
      const file = files.get(path)!;
      const missed = shortened(lineRanges(missedLines(file.lines)));
      const without = noCode.get(path)?.length ?? 0;
      return [safeLine(shownPath(path, shownFolder)), ...cells(sharesOf(file)), `${without || ''}`, missed];
    }),
    ['All files', ...cells(total), `${allNoCode}`, ''],
  ];
  const header = ['File', 'Lines', '', 'Functions', '', 'Branches', '', 'No code', 'Lines that did not run'];
  // The percentage and the numbers of a share are one column.
  const widths = header.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const pair = (row: readonly string[], i: number) =>
    `${row[i]!.padStart(widths[i]!)}  ${row[i + 1]!.padEnd(widths[i + 1]!)}`;
  const width = (i: number) => Math.max(widths[i]! + 2 + widths[i + 1]!, header[i]!.length);
  const nameWidth = Math.max(widths[0]!, header[0]!.length);
  const line = (name: string, pairs: readonly string[], last: readonly string[]) =>
    [name.padEnd(nameWidth), ...pairs.map((text, k) => text.padEnd(width(1 + 2 * k))), ...last].join('  ').trimEnd();
  // Without any such line, the column is left out.
  const last = (row: readonly string[]) => (allNoCode > 0 ? [row[7]!.padStart(header[7]!.length), row[8]!] : [row[8]!]);
  const table = [
    line(header[0]!, [header[1]!, header[3]!, header[5]!], last(header)),
    ...rows.map((row) => line(row[0]!, [pair(row, 1), pair(row, 3), pair(row, 5)], last(row))),
  ];
  return `${[table.join('\n'), ...notes].join('\n\n')}\n`;
}
