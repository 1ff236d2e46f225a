/** The result of comparing one case with the recording. */
export interface CaseResult {
  /** Stable name of the case within its area. */
  readonly id: string;
  readonly outcome: 'equal' | 'different' | 'deviating';
  /** For a difference: the first thing that differs. For a deviation: its entry in docs/deviations.md. */
  readonly detail?: string;
}

/** A set of recorded cases, and the function that compares us with them. */
export interface Area {
  readonly name: string;
  /** `shared` is the folder of recorded material. */
  run(shared: string): AsyncIterable<CaseResult>;
}
