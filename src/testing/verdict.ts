/** What a check found. The message is for the failure of the check, or of its negation if it passed. */
export interface Verdict {
  readonly pass: boolean;
  readonly message: string;
}
