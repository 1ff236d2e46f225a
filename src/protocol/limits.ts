/** Bounds on what one client may ask for. Each is far above real use and far below what would hurt the process. */
export const limits = {
  /** Requests in one batch. */
  batch: 10_000,
  /** Characters of all answers of a batch together. */
  batchAnswerChars: 128 * 2 ** 20,
  /** Characters of a batch's answers that are made before the client has to read them. */
  answerPieceChars: 2 ** 20,
  /** Bytes that all requests being received, answers not yet read and queued notifications may take together, unless `--request-memory-limit` says otherwise. */
  memoryBytes: 512 * 2 ** 20,
  /** A request or answer up to this size is not counted: a connection holds one of each. */
  uncountedBytes: 2 ** 16,
  /** A request that is handled counts for this many times its size, since what it is read into is larger than its text. */
  handledFactor: 4,
  /** While a body comes, at least this much of it must come in each such time. */
  bodyBytesPerWindow: 8 * 1024,
  bodyWindowMilliseconds: 10_000,
  /** Nesting of arrays and objects in a request. */
  jsonDepth: 128,
  /** Levels of nesting in an answer: traces have two for each call. */
  answerDepth: 1024,
  /** Bytes of one HTTP body when `--request-body-size-limit` is not given: declarations are megabytes. */
  bodyBytes: 64 * 2 ** 20,
  /** Bytes of one WebSocket message. */
  socketMessageBytes: 16 * 2 ** 20,
  /** Open WebSockets. */
  sockets: 1024,
  /** Open HTTP connections. */
  connections: 4096,
  /** Subscriptions of one socket. */
  subscriptions: 8192,
  /** A reader is cut off when this many messages wait and none has left for a while, or when this many bytes wait. */
  queuedMessages: 4096,
  queueStallMilliseconds: 2000,
  queuedBytes: 64 * 2 ** 20,
  /** Requests of one socket that may wait for their turn. */
  queuedRequests: 1024,
  /** Felts of calldata, in a transaction, a call or a message: twenty times what the network takes. */
  calldataFelts: 100_000,
  /** Felts of the other lists of a transaction: the signature (of which the network takes 4,000), paymaster data and so on. */
  transactionListFelts: 10_000,
  /** Events in one page. */
  eventPage: 100_000,
  /** How far back a subscription may start. */
  subscriptionBlocksBack: 1024,
} as const;
