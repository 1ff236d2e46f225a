import type { ReportedCoverage } from '../../tools/coverage/reportCoverage.ts';

/** The forms of a coverage. */
export type CoverageForm = 'text' | 'lcov' | 'html';

interface Shown {
  readonly form: CoverageForm | undefined;
  /** The file whose source is wanted: its path, or a name that debug information has for it. */
  readonly file: string | undefined;
  /** Whether it is what the node counted since it was started, and not what transactions did that were run again. */
  readonly isRun: boolean;
  readonly isSaved: boolean;
}

/** A coverage as JSON. `content` is the form that was asked for. */
export const formatCoverage = (report: ReportedCoverage, { form = 'text', file, isRun, isSaved }: Shown) => ({
  lines: report.lines,
  functions: report.functions,
  branches: report.branches,
  files: report.files.map(({ noCode, ...each }) => ({
    ...each,
    no_code: noCode,
    contracts: [...(report.contracts.get(each.path) ?? [])].sort(),
    names: [...(report.names.get(each.path) ?? [])],
  })),
  /** Contracts that ran, but whose class files have no source lines. */
  without_lines: report.coverage.withoutLines,
  /** Contracts that ran, but were compiled elsewhere. */
  elsewhere: report.coverage.elsewhere,
  counted: isRun ? ('RUN' as const) : ('TRANSACTIONS' as const),
  /** Whether it was also written to the folder of `--coverage`. */
  saved: isSaved,
  source: file === undefined ? null : sourceOf(report, file),
  content: report[form],
});

function sourceOf({ files, names, sources }: ReportedCoverage, file: string) {
  const path = files.find(({ path }) => path === file || names.get(path)?.has(file))?.path;
  const source = path === undefined ? undefined : sources.get(path);
  return source ? { path: source.path, lines: source.lines, is_changed: source.isChanged } : null;
}
