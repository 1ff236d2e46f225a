import { escapeHtml } from '../../text/escapeHtml.ts';
import type { SourceFile } from '../../text/sourceLines.ts';
import { STYLE } from '../coverage/coverageStyle.ts';
import { shownPath } from '../coverage/shownPath.ts';
import { countStates, type MutantReport, type ReportedMutant, scoreOf, scoreText, shortName } from './mutantReport.ts';

const OWN_STYLE = `
.m{margin:0;padding:0 0 0 14px;font:13px/1.45 system-ui,sans-serif}.m li{margin:2px 0}.m b{font-weight:600}
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

/** The report as one page that needs nothing else: functions with their scores, and each source with its mutants. */
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
  const parts = files.map(
    ([path, mutants], i) =>
      `<section id="f${i}"><h2>${escapeHtml(shownPath(path, folder))}</h2>${sourceTable(mutants, sources.get(path))}</section>`,
  );
  const score = scoreOf(report.mutants);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mutants: ${scoreText(score)} killed</title>
<style>${STYLE}${OWN_STYLE}</style>
<h1>Mutants</h1>
<p class="total"><span class="${level(score)}"><b>${scoreText(score)}</b> of the mutants were noticed</span> <span>${counts.killed + counts.timeout} killed</span> <span>${counts.survived} survived</span> <span>${counts.equal} equal</span> <span>${counts.uncovered} in code that no test runs</span>${counts.untried > 0 ? ` <span>${counts.untried} not tried</span>` : ''}</p>
<table class="files"><thead><tr><th>File<th>Function<th class="n">Score<th class="n">Killed<th class="n">Survived<th class="n">Equal<th class="n">No test<th class="n">Not tried</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
${parts.join('\n')}
</html>
`;
}

function sourceTable(mutants: readonly ReportedMutant[], source: SourceFile | undefined): string {
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
          : `<details><summary>${list.length}</summary><ul class="m">${list.join('')}</ul></details>`;
    return `<tr${state && ` class="${state}"`}><td class="n">${line || ''}<td class="n">${shown}<td><pre>${escapeHtml(text)}</pre>${all}</tr>`;
  });
  return `${note}<table class="source"><tbody>${rows.join('\n')}</tbody></table>`;
}

function itemOf({ state, place, text, tests, killedBy, functionName }: ReportedMutant): string {
  const what =
    place?.source === undefined ? escapeHtml(shortName(functionName)) : `<code>${escapeHtml(place.source)}</code>`;
  const by = killedBy
    ? ` by ${escapeHtml(killedBy)}`
    : tests > 0
      ? ` (covered by ${tests} ${tests === 1 ? 'test' : 'tests'})`
      : '';
  return `<li><b>${STATE_TEXT[state]}</b>: ${what}: ${escapeHtml(text)}${by}</li>`;
}
