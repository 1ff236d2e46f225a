import type { FeltKey } from '../felt/key.ts';

/** The phase that failed. It decides the header line of the text; `none` has no header. */
export type ErrorPhase = 'execution' | 'validation' | 'constructor' | 'none';

/** One call of a panic's call chain. */
export interface SummaryFrame {
  readonly contractAddress: FeltKey;
  readonly classHash: FeltKey | undefined;
  readonly selector: FeltKey;
}

/** A panic: the chain of failed calls down to the one that panicked, and its panic data. */
export interface RevertSummary {
  readonly header: 'execution' | 'validate';
  readonly frames: readonly SummaryFrame[];
  readonly retdata: readonly FeltKey[];
}

/** One part of an error's text. Each part is one or more lines. */
export type ErrorSegment =
  | {
      readonly kind: 'entryPoint';
      readonly depth: number;
      readonly callKind: 'called' | 'library' | 'constructor';
      readonly contractAddress: FeltKey;
      readonly classHash: FeltKey;
      /** Undefined is printed as UNKNOWN. */
      readonly selector: FeltKey | undefined;
    }
  /** Where the machine stopped: the pc and the traceback, with the error messages from the source. */
  | { readonly kind: 'vm'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'summary'; readonly summary: RevertSummary };

/** An error of an execution that no contract could catch. */
export interface ErrorStack {
  readonly phase: ErrorPhase;
  readonly segments: readonly ErrorSegment[];
}
