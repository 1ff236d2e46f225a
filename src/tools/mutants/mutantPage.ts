import { escapeHtml } from '../../text/escapeHtml.ts';
import type { SourceFile } from '../../text/sourceLines.ts';
import { STYLE } from '../coverage/coverageStyle.ts';
import { shownPath } from '../coverage/shownPath.ts';
import { countStates, type MutantReport, type ReportedMutant, scoreOf, scoreText, shortName } from './mutantReport.ts';
import { plural, withoutLinesText } from './mutantReportText.ts';
import type { MutantPlace } from './mutantRun.ts';

const OWN_STYLE = `
.m{margin:2px 0 6px;padding:0;list-style:none;font:13px/1.5 system-ui,sans-serif}.m li{margin:1px 0;padding-left:12px}.m b{font-weight:600}
.m .killed{opacity:.75}mark{background:light-dark(#ffd8a8,#7a3b12);color:inherit;border-radius:3px;padding:0 2px}
code{font:13px ui-monospace,monospace}.survivors h3{font-size:15px;margin:24px 0 4px}.survivors h3 span{font-weight:400;margin-left:8px;opacity:.75}
.survivor{margin:8px 0;padding:6px 10px;border-left:3px solid light-dark(#b42318,#ff8a80);background:light-dark(#fff6f5,#221a1b);overflow-x:auto}
.survivor pre{margin:0 0 2px;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap}.survivor pre a{margin-right:12px;text-decoration:none}
.survivor small{opacity:.75;font-size:13px}details summary{cursor:pointer}.source details{margin:0}.source summary{font:12px system-ui,sans-serif;opacity:.75}
`;

const level = (score: number | undefined): string =>
  score === undefined ? '' : score >= 80 ? 'good' : score >= 50 ? 'fair' : 'poor';

const grouped = <T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const found = groups.get(key(item));
    if (found) found.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
};

/** What is told of the state of a mutant. */
const STATE_TEXT = {
  killed: 'killed',
  timeout: 'killed by timeout',
  survived: 'survived',
  equal: 'equal',
  uncovered: 'no test runs it',
  untried: 'not tried',
} as const;

const placeOf = ({ place, contract }: ReportedMutant): string => place?.path ?? contract;

/** The report as one page that needs nothing else: the survivors by function, all functions with their scores, and each source with its mutants. */
export function mutantPage(report: MutantReport, sources: ReadonlyMap<string, SourceFile>, folder: string): string {
  const files = [...grouped(report.mutants, placeOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  const counts = countStates(report.mutants);
  const rows = files.flatMap(([path, mutants], i) =>
    [...grouped(mutants, ({ functionName }) => functionName)].map(([name, own]) => {
      const { killed, timeout, survived, equal, uncovered, untried } = countStates(own);
      const score = scoreOf(own);
      return `<tr><td><a href="#f${i}">${escapeHtml(shownPath(path, folder))}</a><td>${escapeHtml(shortName(name))}<td class="n ${level(score)}">${scoreText(score)}<td class="n">${killed + timeout}<td class="n">${survived}<td class="n">${equal}<td class="n">${uncovered}<td class="n">${untried}</tr>`;
    }),
  );
  const survivors = files.flatMap(([path, mutants], i) => survivorParts(path, mutants, sources.get(path), folder, i));
  const parts = files.map(
    ([path, mutants], i) =>
      `<section id="f${i}"><h2>${escapeHtml(shownPath(path, folder))}</h2>${sourceTable(mutants, sources.get(path), i)}</section>`,
  );
  const score = scoreOf(report.mutants);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mutants: ${scoreText(score)} killed</title>
<style>${STYLE}${OWN_STYLE}</style>
<h1>Mutants</h1>
<p class="total"><span class="${level(score)}"><b>${scoreText(score)}</b> of the mutants were noticed</span> <span>${counts.killed + counts.timeout} killed</span> <span>${counts.survived} survived</span> <span>${counts.equal} equal</span> <span>${counts.uncovered} in code that no test runs</span>${counts.untried > 0 ? ` <span>${counts.untried} not tried</span>` : ''}</p>
${report.withoutLines.map((name) => `<p class="note">${escapeHtml(withoutLinesText(name))}</p>`).join('\n')}
<section class="survivors"><h2>Changes that no test noticed</h2>${survivors.length > 0 ? survivors.join('\n') : '<p>None.</p>'}</section>
<h2>Functions</h2>
<table class="files"><thead><tr><th>File<th>Function<th class="n">Score<th class="n">Killed<th class="n">Survived<th class="n">Equal<th class="n">No test<th class="n">Not tried</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
${parts.join('\n')}
</html>
`;
}

/** The survivors of a file, by function: each as its line with the expression that was changed. */
function survivorParts(
  path: string,
  mutants: readonly ReportedMutant[],
  source: SourceFile | undefined,
  folder: string,
  file: number,
): readonly string[] {
  return [...grouped(mutants, ({ functionName }) => functionName)].flatMap(([name, own]) => {
    const survivors = own.filter(({ state }) => state === 'survived');
    if (survivors.length === 0) return [];
    const items = survivors.map(({ place, text, tests }) => {
      const line = place
        ? `<pre><a href="#f${file}l${place.line}">${place.line}</a>${lineWithMark(place, source)}</pre>`
        : '';
      return `<div class="survivor">${line}${escapeHtml(text)} <small>(covered by ${plural(tests, 'test')})</small></div>`;
    });
    const where = `${escapeHtml(shownPath(path, folder))}, score ${scoreText(scoreOf(own))}`;
    return [`<h3>${escapeHtml(shortName(name))}<span>${where}</span></h3>${items.join('')}`];
  });
}

/** A line of the source in which the changed expression is marked, as far as it is in this line. */
function lineWithMark({ line, column, source: expression }: MutantPlace, source: SourceFile | undefined): string {
  const text = source?.isChanged ? undefined : source?.lines[line - 1];
  if (text === undefined) return `<mark>${escapeHtml(expression ?? '')}</mark>`;
  const at = column - 1;
  const length = expression !== undefined && text.startsWith(expression, at) ? expression.length : text.length - at;
  const [before, marked, after] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)];
  return `${escapeHtml(before.trimStart())}<mark>${escapeHtml(marked)}</mark>${escapeHtml(after)}`;
}

function sourceTable(mutants: readonly ReportedMutant[], source: SourceFile | undefined, file: number): string {
  const byLine = grouped(mutants, ({ place }) => String(place?.line ?? 0));
  // Without the source only lines with mutants are shown: a class file can name any line number.
  const lines: readonly (readonly [number, string])[] = source
    ? source.lines.map((text, i) => [i + 1, text])
    : [...byLine.keys()].map((line) => [Number(line), ''] as const).sort(([a], [b]) => a - b);
  const note = source?.isChanged
    ? '<p class="note">The file was changed since, so mutants may stand beside other lines than they belong to.</p>'
    : '';
  const rows = lines.map(([line, text]) => {
    const own = byLine.get(String(line)) ?? [];
    const { survived, killed, timeout, uncovered } = countStates(own);
    const state = survived > 0 ? 'poor' : killed + timeout > 0 ? 'good' : uncovered > 0 ? 'fair' : '';
    const shown = own.length === 0 ? '' : `${killed + timeout}/${killed + timeout + survived}`;
    const list = own.filter((mutant) => mutant.state !== 'equal').map(itemOf);
    const all =
      list.length === 0
        ? ''
        : survived > 0
          ? `<ul class="m">${list.join('')}</ul>`
          : `<details><summary>${plural(list.length, 'mutant')}</summary><ul class="m">${list.join('')}</ul></details>`;
    return `<tr${own.length > 0 ? ` id="f${file}l${line}"` : ''}${state && ` class="${state}"`}><td class="n">${line || ''}<td class="n">${shown}<td><pre>${escapeHtml(text)}</pre>${all}</tr>`;
  });
  return `${note}<table class="source"><tbody>${rows.join('\n')}</tbody></table>`;
}

function itemOf({ state, place, text, tests, killedBy, functionName }: ReportedMutant): string {
  const what =
    place?.source === undefined ? escapeHtml(shortName(functionName)) : `<code>${escapeHtml(place.source)}</code>`;
  const by = killedBy ? ` (by ${escapeHtml(killedBy)})` : tests > 0 ? ` (covered by ${plural(tests, 'test')})` : '';
  return `<li${state === 'survived' ? '' : ' class="killed"'}><b>${STATE_TEXT[state]}</b>: ${what}: ${escapeHtml(text)}${by}</li>`;
}
