import type { SourceFile } from '../../text/sourceLines.ts';
import { type Coverage, missedLines, type Shares, sharesOf, totalShares } from './coverage.ts';
import { encodeCoverage } from './coverageJson.ts';
import { coveragePage } from './coveragePage.ts';
import { coverageText } from './coverageText.ts';
import { lcov } from './lcov.ts';
import { findLinesWithoutCode } from './linesWithoutCode.ts';

/** What ran of a file of Cairo. */
export interface FileSummary extends Shares {
  readonly path: string;
  /** The lines with code that did not run. */
  readonly missed: readonly number[];
  /** The lines of statements of which the compiler left nothing to count. They are neither run nor missed. */
  readonly noCode: readonly number[];
}

/** The lines that a test ran. */
export interface TestSummary {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly lines: readonly number[] }[];
}

/** What ran of your contracts. */
export interface CoverageReport extends Shares {
  /** Sorted by path. */
  readonly files: readonly FileSummary[];
  /** Which test ran which lines, for tests whose names are known. */
  readonly tests: readonly TestSummary[];
  /** A table. */
  readonly text: string;
  /** A file in the format of lcov, for Codecov and editors. */
  readonly lcov: string;
  /** A page with the sources and their counts. */
  readonly html: string;
}

/** A report, and what it was made from. */
export interface CoverageFiles extends CoverageReport {
  readonly coverage: Coverage;
  /** The coverage as a file that `starbox coverage` adds to others. */
  readonly json: string;
}

const ascending = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b);
const byName = <V>(map: ReadonlyMap<string, V>): [string, V][] => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

/** Makes a report. Its forms are made when they are first read. `folder` is left out of the paths that are shown. */
export function withCoverageFiles(
  coverage: Coverage,
  sources: ReadonlyMap<string, SourceFile>,
  folder?: string,
): CoverageFiles {
  const noCode = findLinesWithoutCode(coverage, sources);
  return {
    ...totalShares(coverage),
    files: byName(coverage.files).map(([path, file]) => ({
      path,
      ...sharesOf(file),
      missed: missedLines(file.lines),
      noCode: noCode.get(path) ?? [],
    })),
    tests: byName(coverage.tests).map(([name, files]) => ({
      name,
      files: byName(files).map(([path, lines]) => ({ path, lines: ascending(lines) })),
    })),
    coverage,
    get text() {
      return coverageText(coverage, noCode, folder);
    },
    get lcov() {
      return lcov(coverage, folder);
    },
    get html() {
      return coveragePage(coverage, { sources, noCode }, folder);
    },
    get json() {
      return encodeCoverage(coverage);
    },
  };
}
