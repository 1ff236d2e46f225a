import { checkMark, countOf, listOf, maybe, memberOf, readFields, textOf, wordOf } from './fields.ts';
import { MUTANT_STATES, type MutantReport, type ReportedMutant } from './mutantReport.ts';
import { readFacts } from './mutantRunJson.ts';

const MARK = 'starboxMutantReport';
const VERSION = 1;

/** A report as the text of a file. */
export const encodeMutantReport = (report: MutantReport): string =>
  `${JSON.stringify({ [MARK]: VERSION, ...report }, null, 1)}\n`;

/** Reads what `encodeMutantReport` wrote; undefined if a text is anything else. */
export const decodeMutantReport = (source: string): MutantReport | undefined =>
  readFields(source, (json) => {
    checkMark(json, MARK, VERSION);
    return {
      mutants: listOf(memberOf(json, 'mutants'), readReported),
      tests: countOf(memberOf(json, 'tests')),
      lines: countOf(memberOf(json, 'lines')),
      contracts: listOf(memberOf(json, 'contracts'), textOf),
      withoutLines: listOf(memberOf(json, 'withoutLines'), textOf),
    };
  });

function readReported(value: unknown): ReportedMutant {
  const killedBy = maybe(memberOf(value, 'killedBy'), textOf);
  return {
    ...readFacts(value),
    contract: textOf(memberOf(value, 'contract')),
    state: wordOf(memberOf(value, 'state'), MUTANT_STATES),
    tests: countOf(memberOf(value, 'tests')),
    ...(killedBy !== undefined && { killedBy }),
  };
}
