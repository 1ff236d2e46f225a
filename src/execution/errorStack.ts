import type { FeltKey } from '../felt/key.ts';

/** Which phase failed: chooses the header line of the text; `none` has no such line. */
export type ErrorPhase = 'execution' | 'validation' | 'constructor' | 'none';

/** One frame of a panic's chain of calls. */
export interface SummaryFrame {
  readonly contractAddress: FeltKey;
  readonly classHash: FeltKey | undefined;
  readonly selector: FeltKey;
}

/** A panic: the chain of failed calls down to the one that raised it, and its reason. */
export interface RevertSummary {
  readonly header: 'execution' | 'validate';
  readonly frames: readonly SummaryFrame[];
  readonly retdata: readonly FeltKey[];
}

/** One part of an error's text; the parts are printed a line or more each, in order. */
export type ErrorSegment =
  | {
      readonly kind: 'entryPoint';
      readonly depth: number;
      readonly how: 'called' | 'library' | 'constructor';
      readonly contractAddress: FeltKey;
      readonly classHash: FeltKey;
      /** Undefined prints UNKNOWN. */
      readonly selector: FeltKey | undefined;
    }
  /** Where a run stood: its pc and traceback with the error messages its source gave. */
  | { readonly kind: 'vm'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'summary'; readonly summary: RevertSummary };

/** A failure of an execution that no contract could catch. */
export interface ErrorStack {
  readonly phase: ErrorPhase;
  readonly segments: readonly ErrorSegment[];
}
