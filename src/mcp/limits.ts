/** The limits of coding agents. docs/limits.md lists them. */
export const agentLimits = {
  /** The one that was not used for the longest time ends for a new one. */
  sessions: 16,
  branches: 32,
  /** The changes of a branch that can be undone. */
  changes: 200,
  /** The steps of a test, of which the last one says that there were more. */
  steps: 1000,
  /** The calls that wait: a client that sends more does not read answers. */
  waitingCalls: 100,
  /** The bytes of a message over standard input. */
  messageBytes: 8_000_000,
} as const;
