import { groupedDigits } from '../../text/groupedDigits.ts';
import { safeLine } from '../../text/safeText.ts';
import { shownPath } from '../coverage/shownPath.ts';
import { countStates, type MutantReport, type ReportedMutant, scoreOf, scoreText, shortName } from './mutantReport.ts';

/** The most survivors that are printed. The page has all of them. */
const MAX_SHOWN = 200;

const number = (count: number): string => groupedDigits(count);
/** A number of things. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** What the first run found. */
export const firstRunText = ({
  tests,
  lines,
  contracts,
}: Pick<MutantReport, 'tests' | 'lines' | 'contracts'>): string =>
  `First run: ${plural(tests, 'test')}, ${plural(lines, 'line')} of ${plural(contracts.length, 'contract')} covered.`;

/** The line with all numbers. */
export function totalText({ mutants }: Pick<MutantReport, 'mutants'>): string {
  const { killed, timeout, survived, equal, uncovered, untried } = countStates(mutants);
  const parts = [
    `${number(killed + timeout)} killed${timeout > 0 ? ` (${number(timeout)} by timeout)` : ''}`,
    `${number(survived)} survived`,
    ...(equal > 0 ? [`${number(equal)} equal (left out)`] : []),
    ...(uncovered > 0 ? [`${number(uncovered)} in code that no test runs`] : []),
    ...(untried > 0 ? [`${number(untried)} not tried`] : []),
  ];
  return `${plural(mutants.length, 'mutant')}: ${parts.join(', ')}        score ${scoreText(scoreOf(mutants))}`;
}

/** What a class file without source lines lacks, and how to mend that. */
export const withoutLinesText = (name: string): string =>
  `${name} has no source lines, so its mutants are listed by function. Set unstable-add-statements-code-locations-debug-info = true and unstable-add-statements-functions-debug-info = true in [profile.dev.cairo] of Scarb.toml, and build again.`;

/** Where a mutant is, and what was changed. */
export function mutantText(mutant: ReportedMutant, folder: string): string {
  const { place, functionName, text, tests, contract } = mutant;
  const where = place ? `${safeLine(shownPath(place.path, folder))}:${place.line}` : safeLine(contract);
  const expression = place?.source === undefined ? '' : `\`${safeLine(place.source)}\`: `;
  const by = tests === 0 ? '' : `   (covered by ${plural(tests, 'test')})`;
  return `${where}  ${safeLine(shortName(functionName))}   ${expression}${safeLine(text)}${by}`;
}

/** The report for a terminal. */
export function mutantReportText(report: MutantReport, folder: string): string {
  const survivors = report.mutants.filter(({ state }) => state === 'survived');
  const lines = [
    totalText(report),
    ...survivors.slice(0, MAX_SHOWN).map((mutant) => `SURVIVED  ${mutantText(mutant, folder)}`),
    ...(survivors.length > MAX_SHOWN
      ? [`and ${plural(survivors.length - MAX_SHOWN, 'more survivor')}: see the report`]
      : []),
    ...report.withoutLines.map((name) => withoutLinesText(safeLine(name))),
  ];
  return `${lines.join('\n')}\n`;
}
