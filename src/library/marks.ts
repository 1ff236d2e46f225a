/** Options of `clone`. */
export interface CloneOptions {
  /** The test that the clone is for: the coverage says which lines it ran. */
  readonly test?: string | undefined;
}

/** A state of a sandbox to go back to; it belongs to the sandbox that made it. */
export interface Mark {
  readonly __mark: unique symbol;
}
