import type { JsonLimits } from '../json/checkJson.ts';

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
  /**
   * The JSON of a request, or of a batch as a whole. The public sandbox nests one level less.
   *
   * Values: a transfer holds 62 values and names, so a full batch of them holds 620,000. A declaration holds at most
   * 81,920 felts of Sierra (the network's limit) and some ten thousand escapes in its ABI. A dump that is loaded as a list
   * of events holds that once for each of its classes: ten of the largest, or fifty of the usual size; as a file it may
   * hold that many in each event. The values of a text at the limit take 0.1 GB.
   *
   * Digits: an amount has at most 120, and a number of JavaScript 309.
   */
  json: { depth: 128, values: 1_000_000, digits: 400 } satisfies JsonLimits,
  /** The JSON of a file that a start names: a line of a state, with a whole block, or a class with its debug information. */
  fileJson: { depth: 128, values: 8_000_000, digits: 400 } satisfies JsonLimits,
  /** The JSON of another node's answer: the largest is a block of traces, which nest two levels for each call. */
  answerJson: { depth: 1024, values: 2_000_000, digits: 400 } satisfies JsonLimits,
  /** Bytes of another node's answer when it is unpacked. */
  answerBytes: 64 * 2 ** 20,
  /**
   * Bytes that all packed Cairo 0 programs of one request hold together when they are unpacked: four of the largest classes
   * that the network takes, which have 4,089,446.
   */
  unpackedBytes: 4 * 4_089_446,
  /**
   * Bytes of one HTTP body when `--request-body-size-limit` is not given. A full batch of transfers has 10 MB, the largest
   * class 6 MB, or 30 with its debug information; a dump that is loaded as a list of events has that for each of its classes.
   */
  bodyBytes: 64 * 2 ** 20,
  /** Bytes of one WebSocket message. */
  socketMessageBytes: 16 * 2 ** 20,
  /** Open WebSockets. */
  sockets: 1024,
  /** Open connections. A system that allows fewer open files lowers this. */
  connections: 4096,
  /** Connections beyond these that are told so before they are closed. */
  refusedConnections: 8,
  /** Subscriptions of one socket, and of all together. */
  subscriptions: 8192,
  allSubscriptions: 32_768,
  /** Addresses and keys that the filters of all subscriptions name together. */
  filterValues: 1_000_000,
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
