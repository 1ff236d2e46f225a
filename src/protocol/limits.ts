import type { JsonLimits } from '../json/checkJson.ts';

/** The largest class that the network accepts, in 2026. */
export const NETWORK_CLASS_LIMITS = {
  /** Bytes of the compiled class as JSON. */
  maxCompiledJsonBytes: 4_089_446,
  maxSierraFelts: 81_920,
  maxCasmFelts: 81_920,
};

/** Limits on the requests of clients. Each is far above normal use and far below what would harm the process. */
export const limits = {
  /** Requests in one batch. */
  batch: 10_000,
  /** Characters of all answers of a batch together. */
  batchAnswerChars: 128 * 2 ** 20,
  /** Characters of a batch's answers that are produced before the client has to read them (backpressure). */
  answerPieceChars: 2 ** 20,
  /** Requests and answers up to this size are not counted, since a connection has at most one of each. */
  uncountedBytes: 2 ** 16,
  /** While a request is handled, it counts as this many times its size, since its parsed form is larger than its text. */
  handledFactor: 4,
  /** The minimum rate of an incoming body: this many bytes in each window. */
  bodyBytesPerWindow: 8 * 1024,
  bodyWindowMilliseconds: 10_000,
  /**
   * The JSON of a request or of a whole batch. starknet-devnet allows one level of nesting less.
   *
   * Values: a transfer has 62 values and names, so a full batch of transfers has 620,000. A declaration has at most
   * 81,920 felts of Sierra (the network's limit) and about ten thousand escapes in its ABI. A dump that is loaded as a list
   * of events has as many for each of its classes, so it may contain ten of the largest classes or fifty of the usual size. In a
   * file, the limit holds for each event. The values of a text at the limit take 0.1 GB.
   *
   * Digits: an amount has at most 120, and a JavaScript number 309.
   */
  json: { depth: 128, values: 1_000_000, digits: 400 } satisfies JsonLimits,
  /** The JSON of a file given at start: a line of a state file, with a whole block, or a class with its debug information. */
  fileJson: { depth: 128, values: 8_000_000, digits: 400 } satisfies JsonLimits,
  /** The JSON of another node's answer. The largest is a block of traces, which nest two levels per call. */
  answerJson: { depth: 1024, values: 2_000_000, digits: 400 } satisfies JsonLimits,
  /** Bytes of another node's decompressed answer. */
  answerBytes: 64 * 2 ** 20,
  /**
   * Total bytes of all packed Cairo 0 programs of one request after unpacking: four times the size of the largest class
   * that the network accepts.
   */
  unpackedBytes: 4 * NETWORK_CLASS_LIMITS.maxCompiledJsonBytes,
  /**
   * Bytes of one HTTP body unless `--request-body-size-limit` is given. A full batch of transfers has 10 MB. The largest class has
   * 6 MB, or 30 MB with its debug information, and a dump that is loaded as a list of events has that for each of its classes.
   */
  bodyBytes: 64 * 2 ** 20,
  /** Bytes of one WebSocket message. */
  socketMessageBytes: 16 * 2 ** 20,
  /** Open WebSockets. */
  sockets: 1024,
  /** Open connections. A system that allows fewer open files lowers this. */
  connections: 4096,
  /** How many connections beyond the limit get an answer before they are closed. */
  refusedConnections: 8,
  /** Boxes, and the seconds after which one that nobody uses is dropped, unless `--max-boxes` and `--box-timeout` are given. */
  boxes: 256,
  boxIdleSeconds: 600,
  /** Subscriptions of one socket, and of all together. */
  subscriptions: 8192,
  allSubscriptions: 32_768,
  /** Addresses in one filter of events, and keys in one. Reading a million would take a second. */
  filterValuesAtOnce: 10_000,
  /** Addresses and keys in the filters of all subscriptions together. */
  filterValues: 1_000_000,
  /** A slow reader is disconnected when this many messages wait and none was sent for a while, or when this many bytes wait. */
  queuedMessages: 4096,
  queueStallMilliseconds: 2000,
  queuedBytes: 64 * 2 ** 20,
  /** Requests of one socket that may wait in its queue. */
  queuedRequests: 1024,
  /** Felts of calldata in a transaction, a call or a message: twenty times the network's limit. */
  calldataFelts: 100_000,
  /** Felts in the other lists of a transaction: the signature (the network allows 4,000), paymaster data and so on. */
  transactionListFelts: 10_000,
  /** Bytes of the proof of a transaction: ten times the network's limit. */
  proofBytes: 4_800_000,
  /**
   * Values that the calls of one phase of a transaction may pass to each other, emit and send: calldata, results, events and messages.
   * Passing the same span again and again costs little gas, and each time the values are kept for the trace. No real transaction comes near.
   */
  passedFelts: 1_000_000,
  /**
   * Files that requests write in one run and that are still there, and their bytes together, without those of --dump-path and --state.
   * Tests write some dozens, and the state of a long test run has 100 MB: a client must not fill the disk.
   */
  clientFiles: 1000,
  clientFileBytes: 4 * 2 ** 30,
  /** Events in one page. */
  eventPage: 100_000,
  /** How many blocks back a subscription may start. */
  subscriptionBlocksBack: 1024,
} as const;
