/** How requests and answers in transit are counted and sent. Nothing is refused because of these numbers alone. */
export const transit = {
  /** Characters of a batch's answers that are produced before the client has to read them (backpressure). */
  answerPieceChars: 2 ** 20,
  /** Requests and answers up to this size are not counted, since a connection has at most one of each. */
  uncountedBytes: 2 ** 16,
  /** While a request is handled, it counts as this many times its size, since its parsed form is larger than its text. */
  handledFactor: 4,
  /** How many connections beyond the limit get an answer before they are closed. */
  refusedConnections: 8,
  /** A slow reader of notifications is disconnected when `limits.queuedMessages` wait and none was sent for this time. */
  queueStallMilliseconds: 2000,
} as const;
