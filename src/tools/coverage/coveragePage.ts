import { escapeHtml } from '../../text/escapeHtml.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import type { SourceFile } from '../../text/sourceLines.ts';
import { type Coverage, type CoveredFile, percent, type Share, sharesOf, totalShares } from './coverage.ts';
import { STYLE } from './coverageStyle.ts';
import { percentText } from './coverageText.ts';
import type { LinesWithoutCode } from './linesWithoutCode.ts';
import { commonFolder, shownPath } from './shownPath.ts';

/** The most tests that a line names. */
const MAX_TESTS = 50;

const level = (share: Share): string => (percent(share) >= 80 ? 'good' : percent(share) >= 50 ? 'fair' : 'poor');

/** The sources of a page, and their lines without code. */
interface PageSources {
  readonly sources: ReadonlyMap<string, SourceFile>;
  readonly noCode: LinesWithoutCode;
}

/** The coverage as one page that needs nothing else: a table of files, and each source with its counts. */
export function coveragePage(coverage: Coverage, { sources, noCode }: PageSources, folder?: string): string {
  const paths = [...coverage.files.keys()].sort();
  const shownFolder = folder ?? commonFolder(paths);
  const total = totalShares(coverage);
  const rows = paths.map((path, i) => {
    const file = coverage.files.get(path)!;
    return `<tr><td><a href="#f${i}">${escapeHtml(shownPath(path, shownFolder))}</a>${shareCells(file)}<td class="n">${noCode.get(path)?.length || ''}</tr>`;
  });
  const testsOf = testsByLine(coverage);
  const parts = paths.map((path, i) => {
    const title = escapeHtml(shownPath(path, shownFolder));
    const shown = { source: sources.get(path), noCode: new Set(noCode.get(path)) };
    const table = sourceTable(coverage.files.get(path)!, shown, testsOf.get(path) ?? new Map());
    return `<section id="f${i}"><h2>${title}</h2>${table}</section>`;
  });
  const tests = [...coverage.tests.keys()].sort().map((name) => `<li>${escapeHtml(name)}</li>`);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Coverage: ${percentText(total.lines)} of lines</title>
<style>${STYLE}</style>
<h1>Coverage</h1>
<p class="total">${(['lines', 'functions', 'branches'] as const).map((kind) => `<span class="${level(total[kind])}"><b>${percentText(total[kind])}</b> ${kind} (${total[kind].hit}/${total[kind].found})</span>`).join(' ')}</p>
<table class="files"><thead><tr><th>File<th colspan="2">Lines<th colspan="2">Functions<th colspan="2">Branches<th class="n">No code</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
${tests.length === 0 ? '' : `<details><summary>${tests.length} tests</summary><ol>${tests.join('\n')}</ol></details>`}
${parts.join('\n')}
</html>
`;
}

function shareCells(file: CoveredFile): string {
  const { lines, functions, branches } = sharesOf(file);
  return [lines, functions, branches]
    .map((share) => `<td class="n ${level(share)}">${percentText(share)}<td class="n">${share.hit}/${share.found}`)
    .join('');
}

/** The names of the tests that ran a line, by file and line. */
function testsByLine({ tests }: Coverage): ReadonlyMap<string, ReadonlyMap<number, readonly string[]>> {
  const files = new Map<string, Map<number, string[]>>();
  for (const [test, covered] of tests)
    for (const [path, lines] of covered) {
      let byLine = files.get(path);
      if (!byLine) files.set(path, (byLine = new Map()));
      for (const line of lines) {
        const names = byLine.get(line);
        if (names) names.push(test);
        else byLine.set(line, [test]);
      }
    }
  return files;
}

const NO_CODE = 'The compiler left nothing of this statement to count: it folded it away, or only moves values.';

function sourceTable(
  file: CoveredFile,
  { source, noCode }: { readonly source: SourceFile | undefined; readonly noCode: ReadonlySet<number> },
  tests: ReadonlyMap<number, readonly string[]>,
): string {
  // Without the source only lines with counts are shown: a class file can name any line number.
  const lines: readonly (readonly [number, string])[] = source
    ? source.lines.map((text, i) => [i + 1, text])
    : [...file.lines.keys()].sort((a, b) => a - b).map((line) => [line, '']);
  const note = !source
    ? '<p class="note">The source file cannot be read.</p>'
    : source.isChanged
      ? '<p class="note">The file was changed since, so counts may stand beside other lines than they belong to.</p>'
      : '';
  const decisions = decisionsByLine(file);
  const rows = lines.map(([line, text]) => {
    const count = file.lines.get(line);
    const missedArms = decisions.get(line) ?? [];
    const state = noCode.has(line)
      ? 'none'
      : count === undefined
        ? ''
        : count === 0
          ? 'poor'
          : missedArms.some((missed) => missed > 0)
            ? 'fair'
            : 'good';
    const title = noCode.has(line) ? NO_CODE : titleOf(count, missedArms, tests.get(line) ?? []);
    const shown = noCode.has(line) ? 'no code' : count === undefined ? '' : `${groupedDigits(count)}×`;
    return `<tr${state && ` class="${state}"`}><td class="n">${line}<td class="n"${title && ` title="${escapeHtml(title)}"`}>${shown}<td><pre>${escapeHtml(text)}</pre></tr>`;
  });
  return `${note}<table class="source"><tbody>${rows.join('\n')}</tbody></table>`;
}

/** By line: how many arms of each of its decisions were never taken. */
function decisionsByLine({ branches }: CoveredFile): ReadonlyMap<number, readonly number[]> {
  const lines = new Map<number, number[]>();
  for (const { line, arms } of branches.values()) {
    const missed = [...arms.values()].filter((count) => count === 0).length;
    lines.set(line, [...(lines.get(line) ?? []), missed]);
  }
  return lines;
}

function titleOf(count: number | undefined, missedArms: readonly number[], tests: readonly string[]): string {
  if (count === undefined) return '';
  const missed = missedArms.reduce((sum, each) => sum + each, 0);
  const parts = [count === 0 ? 'This line did not run.' : `This line ran ${groupedDigits(count)} times.`];
  if (missed > 0 && count > 0) parts.push(`${missed} of its branches ${missed === 1 ? 'was' : 'were'} never taken.`);
  if (tests.length > 0) parts.push('Tests:', ...tests.slice(0, MAX_TESTS).map((name) => `- ${name}`));
  if (tests.length > MAX_TESTS) parts.push(`and ${tests.length - MAX_TESTS} more`);
  return parts.join('\n');
}
