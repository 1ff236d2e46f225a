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
