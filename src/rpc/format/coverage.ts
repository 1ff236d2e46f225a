import type { CoverageFiles } from '../../tools/coverage/coverageFiles.ts';

/** The forms of a coverage. */
export type CoverageForm = 'text' | 'lcov' | 'html';

/** A coverage as JSON. `content` is the form that was asked for. */
export const formatCoverage = (report: CoverageFiles, form: CoverageForm = 'text', isSaved: boolean) => ({
  lines: report.lines,
  functions: report.functions,
  branches: report.branches,
  files: report.files.map(({ noCode, ...file }) => ({ ...file, no_code: noCode })),
  /** Whether it was also written to the folder of `--coverage`. */
  saved: isSaved,
  content: report[form],
});
