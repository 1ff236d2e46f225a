/** One thing that a network says, and whether we say the same. */
export interface Fact {
  /** Its kind, such as "block hash". */
  readonly what: string;
  readonly isEqual: boolean;
  /** Both values, for people. */
  readonly detail: string;
}
