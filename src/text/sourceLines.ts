/** A line of a source file, counted from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** A whole source file. */
export interface SourceFile {
  readonly path: string;
  readonly lines: readonly string[];
  /** Whether the file was changed after the build or the run that it is shown for. */
  readonly isChanged: boolean;
}

/** A line of a source file with the lines around it. */
export interface SourceLines {
  /** The number of the first of the lines, counted from 1. */
  readonly firstLine: number;
  readonly lines: readonly string[];
  /** Whether the file was changed after the build, so that these may not be the lines that were compiled. */
  readonly isChanged: boolean;
}

/** A larger source file is not shown. */
export const MAX_SOURCE_BYTES = 2 ** 20;
/** The lines that are shown before and after the wanted one, and how much of each. */
const LINES_AROUND = 2;
const MAX_COLUMNS = 400;

export const splitLines = (text: string): readonly string[] => text.split(/\r?\n/);

/** A line with the lines around it; undefined if the file does not have it. */
export function linesAround(
  lines: readonly string[],
  line: number,
): Pick<SourceLines, 'firstLine' | 'lines'> | undefined {
  if (line < 1 || line > lines.length) return undefined;
  const firstLine = Math.max(line - LINES_AROUND, 1);
  const shown = lines.slice(firstLine - 1, line + LINES_AROUND);
  return { firstLine, lines: shown.map((one) => one.slice(0, MAX_COLUMNS)) };
}
