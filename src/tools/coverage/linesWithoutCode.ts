import { cairoTokens } from '../../text/cairoTokens.ts';
import type { SourceFile } from '../../text/sourceLines.ts';
import type { Coverage, CoveredFile } from './coverage.ts';
import { sourceFunctions } from './sourceStatements.ts';

/**
 * The first lines of statements that have no code, ascending: the compiler computed them in advance, or only moves of values are left of them.
 * They are known for functions of which another line has code. Of other functions it cannot be said whether they were folded away or are
 * part of no class that ran, and a file that was changed since may have other statements.
 */
function linesWithoutCode({ lines }: CoveredFile, source: SourceFile | undefined): readonly number[] {
  if (!source || source.isChanged) return [];
  // counts[n]: how many of the first n lines have code.
  const counts = new Int32Array(source.lines.length + 1);
  for (let line = 1; line < counts.length; line++) counts[line] = counts[line - 1]! + (lines.has(line) ? 1 : 0);
  const hasCode = ({ line, endLine }: { readonly line: number; readonly endLine: number }) =>
    counts[endLine]! > counts[line - 1]!;
  const found = sourceFunctions(cairoTokens(source.lines))
    .filter(hasCode)
    .flatMap(({ statements }) => statements.filter((statement) => !hasCode(statement)))
    .map(({ line }) => line);
  return [...new Set(found)].sort((a, b) => a - b);
}

/** The lines without code of each file, by its path. */
export type LinesWithoutCode = ReadonlyMap<string, readonly number[]>;

/** Finds the lines without code of all files whose sources are known. */
export const findLinesWithoutCode = ({ files }: Coverage, sources: ReadonlyMap<string, SourceFile>): LinesWithoutCode =>
  new Map([...files].map(([path, file]) => [path, linesWithoutCode(file, sources.get(path))]));
