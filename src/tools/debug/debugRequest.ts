import type { BreakKind } from './debuggerTypes.ts';
import type { Move } from './recordedDebugger.ts';

/**
 * What a debugger can be told to do; `line` goes to the first line at or behind a moment, which in a call without source is one of
 * Sierra, and `lastWrite` back to what gave a variable or a storage variable its value.
 */
export type DebugMove = Move | 'line' | 'lastWrite';

/** Where to go from where, and where to stop. */
export interface DebugRequest {
  /** The moment to start from; the start of the transaction if it is left out. */
  readonly moment: number | undefined;
  readonly move: DebugMove | undefined;
  readonly breakpoints: readonly {
    readonly file: string;
    readonly line: number;
    readonly condition?: string | undefined;
    readonly log?: string | undefined;
  }[];
  readonly breakOn: readonly BreakKind[];
  /** The frame whose variables and source are wanted. */
  readonly frame: number;
  /** Whether the calls, and where things happen, are wanted. */
  readonly hasTimeline: boolean;
  /** Expressions whose values in the frame are wanted. */
  readonly watch: readonly string[];
  /** The source file to show in place of that of the frame. */
  readonly file: string | undefined;
  /** The line of that file that is shown with those around it; its first lines if undefined. */
  readonly line: number | undefined;
  /** Whose last write is looked for: a variable of the frame, or a storage variable as `storage` names it. */
  readonly written: { readonly variable?: string | undefined; readonly cell?: string | undefined };
}

/** Lines around the line of a frame. */
export interface ShownSource {
  readonly name: string;
  /** The number of the first of the lines, counted from 1. */
  readonly firstLine: number;
  readonly lines: readonly string[];
  /** How many lines the whole source has. */
  readonly lineCount: number;
  /** Whether they are Sierra statements, because there is no source. */
  readonly isListing: boolean;
  readonly isChanged: boolean;
}
