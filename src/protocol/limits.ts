// The limits on what clients may send and ask for: one row for each. The code reads `limits`; docs/limits.md (`npm run reference`), the
// lists of docs/methods.md and the `limits` of `getConfig` are made from the table. A number that refuses nothing is not in it.
import { DEFAULT_WORK_BYTES } from '../budget/workMemory.ts';
import type { JsonLimits } from '../json/checkJson.ts';
import { type ErrorKind, errors } from './errors.ts';

/** The largest class that the network accepts, in 2026. */
export const NETWORK_CLASS_LIMITS = {
  /** Bytes of the compiled class as JSON. */
  maxCompiledJsonBytes: 4_089_446,
  maxSierraFelts: 81_920,
  maxCasmFelts: 81_920,
};

/** What a limit counts. */
export type LimitUnit = 'bytes' | 'characters' | 'levels' | 'seconds' | 'number';

/** One limit. It is far above normal use and far below what would harm the process. */
interface Limit {
  /** What is limited. */
  readonly what: string;
  readonly value: number;
  readonly unit: LimitUnit;
  /** Why there is a limit, and why it is this one. */
  readonly reason: string;
  /** What happens when it is exceeded. */
  readonly beyond: string;
  /** The option of the command that sets it. */
  readonly option?: string;
}

const error = (kind: ErrorKind): string => `error ${errors[kind].code}`;
const INVALID = error('invalidParams');
const REFUSED = error('failed');
const UNREADABLE = `${error('parseError')} that names the place`;
const NO_FILE = `${error('dumpFailed')} that names the limit`;
const CUT = 'the answer says how many there are, and has the first';
const PAGES = `${INVALID}; ask for the next page`;

/** In the order of the documentation. */
export const limitTable = {
  bodyBytes: {
    what: 'HTTP body',
    value: 64 * 2 ** 20,
    unit: 'bytes',
    reason:
      'A full batch of transfers has 10 MB. The largest class has 6 MB, or 30 MB with its debug information, and a dump that is loaded as a list of events has that for each of its classes.',
    beyond: '413',
    option: 'request-body-size-limit',
  },
  workBytes: {
    what: 'Memory of all work under way: requests and answers in transit, executions and recordings that grow large, compilations, values kept for answers',
    value: DEFAULT_WORK_BYTES,
    unit: 'bytes',
    reason: 'With what is not counted, the process stays below 1 GB beyond the chain.',
    beyond: 'caches give up what they keep; then the work waits, or ends with an error that names the limit',
    option: 'memory-limit',
  },
  requestSeconds: {
    what: 'Time of a request',
    value: 120,
    unit: 'seconds',
    reason: 'As in starknet-devnet.',
    beyond: '408',
    option: 'timeout',
  },
  headSeconds: {
    what: 'Time in which the head of a request has to arrive',
    value: 20,
    unit: 'seconds',
    reason: 'Clients that send nothing must not occupy connections.',
    beyond: '408',
  },
  bodyBytesPerWindow: {
    what: 'Bytes of a body that have to arrive in every 10 seconds',
    value: 8 * 1024,
    unit: 'bytes',
    reason: 'A body that arrives slowly occupies a connection and memory.',
    beyond: '408, if fewer arrive',
  },
  bodyWindowSeconds: {
    what: 'The time in which so many bytes of a body have to arrive',
    value: 10,
    unit: 'seconds',
    reason: 'Long enough for a connection that stalls for a moment.',
    beyond: '408',
  },
  idleSeconds: {
    what: 'Idle time of a connection between two requests',
    value: 600,
    unit: 'seconds',
    reason:
      'Longer than a client computes between two requests: a busy client does not notice that its connection was closed, and its next request fails.',
    beyond:
      'the connection is closed; when three quarters of all connections are open, each new one closes the one that was idle longest',
  },
  unreadSeconds: {
    what: 'Time in which a client reads nothing of its answer',
    value: 30,
    unit: 'seconds',
    reason: 'What is not read takes memory.',
    beyond: 'the connection is closed',
  },
  connections: {
    what: 'Open connections; fewer if the system allows fewer open files',
    value: 4096,
    unit: 'number',
    reason: 'Each takes memory and an open file.',
    beyond: '503, and a line in the log',
  },
  metricsConnections: {
    what: 'Open connections to the port of the metrics',
    value: 64,
    unit: 'number',
    reason: 'There are only a few scrapers.',
    beyond: 'the connection is closed',
  },
  sockets: {
    what: 'Open WebSockets',
    value: 1024,
    unit: 'number',
    reason: 'Each has queues of its own.',
    beyond: '503, and a line in the log',
  },
  socketMessageBytes: {
    what: 'WebSocket message',
    value: 16 * 2 ** 20,
    unit: 'bytes',
    reason: 'The largest declaration has 6 MB.',
    beyond: 'the connection is closed',
  },
  queuedRequests: {
    what: 'Requests of one WebSocket that wait',
    value: 1024,
    unit: 'number',
    reason: 'They run one after the other, and each takes memory.',
    beyond: 'the socket is read again when half of them are answered',
  },
  queuedMessages: {
    what: 'Messages that a WebSocket has not read, none of them for 2 seconds',
    value: 4096,
    unit: 'number',
    reason: 'A client that subscribes and does not read must not take memory without end.',
    beyond: 'the connection is closed',
  },
  queuedBytes: {
    what: 'The same in bytes',
    value: 64 * 2 ** 20,
    unit: 'bytes',
    reason: 'Messages differ in size.',
    beyond: 'the connection is closed',
  },
  batch: {
    what: 'Requests in a batch',
    value: 10_000,
    unit: 'number',
    reason: 'Clients send some hundreds. So many transfers have 620,000 values of JSON.',
    beyond: 'an error instead of the answers',
  },
  batchAnswerChars: {
    what: 'All answers of a batch together',
    value: 128 * 2 ** 20,
    unit: 'characters',
    reason: 'A short batch can ask for the same large answer 10,000 times.',
    beyond: `${error('internalError')} for each of the other requests of the batch`,
  },
  jsonDepth: {
    what: 'Nesting of the JSON of a request or batch',
    value: 128,
    unit: 'levels',
    reason: 'One more than in starknet-devnet.',
    beyond: UNREADABLE,
  },
  jsonValues: {
    what: 'Values and names in the JSON of a request or batch',
    value: 1_000_000,
    unit: 'number',
    reason:
      'A transfer has 62, so a full batch of transfers has 620,000. A declaration has at most 81,920 felts of Sierra and about ten thousand escapes in its ABI. A dump that is loaded as a list of events may contain ten of the largest classes or fifty of the usual size; in a file, the limit holds for each event. Values at the limit take 0.1 GB.',
    beyond: UNREADABLE,
  },
  jsonDigits: {
    what: 'Digits of a number in JSON',
    value: 400,
    unit: 'number',
    reason: 'An amount has at most 120, and a JavaScript number 309.',
    beyond: UNREADABLE,
  },
  numberDigits: {
    what: 'Digits of a number that is written as a text',
    value: 200,
    unit: 'number',
    reason: 'More than any number here may have.',
    beyond: INVALID,
  },
  textChars: {
    what: 'A text among the parameters: a path of a file, an address of another node, a key, a continuation token',
    value: 4096,
    unit: 'characters',
    reason: 'The longest path that Linux takes.',
    beyond: INVALID,
  },
  flags: {
    what: 'Flags, or statuses of transactions, in one list',
    value: 64,
    unit: 'number',
    reason: 'There are four at most, and starknet-devnet lets them repeat.',
    beyond: INVALID,
  },
  calldataFelts: {
    what: 'Felts of calldata, or of the payload of a message',
    value: 100_000,
    unit: 'number',
    reason: "Twenty times the network's limit.",
    beyond: INVALID,
  },
  transactionListFelts: {
    what: 'Felts of a signature, paymaster data, account deployment data, proof facts: of each',
    value: 10_000,
    unit: 'number',
    reason: 'The network allows a signature of 4,000.',
    beyond: INVALID,
  },
  proofBytes: {
    what: 'Proof of a transaction',
    value: 4_800_000,
    unit: 'bytes',
    reason: "Ten times the network's limit.",
    beyond: INVALID,
  },
  simulatedTransactions: {
    what: 'Transactions in one simulation or estimate',
    value: 10_000,
    unit: 'number',
    reason: 'As many as a batch may have.',
    beyond: INVALID,
  },
  sierraFelts: {
    what: 'Felts of a Sierra program',
    value: NETWORK_CLASS_LIMITS.maxSierraFelts,
    unit: 'number',
    reason: 'That of the network, in 2026.',
    beyond: error('contractClassSizeTooLarge'),
    option: 'maximum-sierra-length',
  },
  bytecodeFelts: {
    what: 'Felts of compiled code',
    value: NETWORK_CLASS_LIMITS.maxCasmFelts,
    unit: 'number',
    reason: 'That of the network, in 2026.',
    beyond: error('contractClassSizeTooLarge'),
    option: 'maximum-contract-bytecode-size',
  },
  classBytes: {
    what: 'A class with its ABI',
    value: NETWORK_CLASS_LIMITS.maxCompiledJsonBytes,
    unit: 'bytes',
    reason: 'That of the network, in 2026.',
    beyond: error('contractClassSizeTooLarge'),
    option: 'maximum-contract-class-size',
  },
  unpackedBytes: {
    what: 'All packed Cairo 0 programs of one request, unpacked',
    value: 4 * NETWORK_CLASS_LIMITS.maxCompiledJsonBytes,
    unit: 'bytes',
    reason: 'Four times the largest class that the network accepts: a few packed bytes can become gigabytes.',
    beyond: error('invalidContractClass'),
  },
  passedFelts: {
    what: 'Values that the calls of one phase of a transaction pass to each other, emit and send',
    value: 1_000_000,
    unit: 'number',
    reason:
      'Passing the same span again and again costs little gas, and each time the values are kept for the trace. No real transaction comes near.',
    beyond: 'the call fails: "Out of memory"',
  },
  filterValuesAtOnce: {
    what: 'Addresses, or keys, in one filter of events, transactions or state changes',
    value: 10_000,
    unit: 'number',
    reason: 'Reading a million would take a second.',
    beyond: `${error('tooManyAddressesInFilter')} or ${error('tooManyKeysInFilter')}; for state changes ${INVALID}`,
  },
  provenValues: {
    what: 'Class hashes, contracts, or storage keys in one request for a storage proof',
    value: 10_000,
    unit: 'number',
    reason: 'As for filters.',
    beyond: INVALID,
  },
  eventPage: {
    what: 'Events in a page',
    value: 100_000,
    unit: 'number',
    reason: 'Each is formatted, and the whole page is kept until it is read.',
    beyond: error('pageSizeTooBig'),
  },
  subscriptions: {
    what: 'Subscriptions of one WebSocket',
    value: 8192,
    unit: 'number',
    reason: 'Each change is compared with all of them.',
    beyond: REFUSED,
  },
  allSubscriptions: {
    what: 'Subscriptions of all WebSockets',
    value: 32_768,
    unit: 'number',
    reason: 'Each change is compared with all of them.',
    beyond: REFUSED,
  },
  filterValues: {
    what: 'Addresses and keys in the filters of all subscriptions together',
    value: 1_000_000,
    unit: 'number',
    reason: 'They are kept as long as the subscription.',
    beyond: REFUSED,
  },
  subscriptionBlocksBack: {
    what: 'Blocks before the newest that a subscription may start from',
    value: 1024,
    unit: 'number',
    reason: 'That of the specification.',
    beyond: error('tooManyBlocksBack'),
  },
  editedItems: {
    what: 'Items in one list of `applyStateDiff`',
    value: 200_000,
    unit: 'number',
    reason: 'A cell has five values and names of JSON, of which a request may have a million.',
    beyond: INVALID,
  },
  storedFelts: {
    what: 'Felts that `setStorageAt` writes in a row',
    value: 256,
    unit: 'number',
    reason: 'The most that Cairo stores as one value.',
    beyond: INVALID,
  },
  loadedEvents: {
    what: 'Requests of a dump that is loaded as a list',
    value: 100_000,
    unit: 'number',
    reason: 'More than the JSON of a request can have; a file has no limit.',
    beyond: INVALID,
  },
  minedBlocks: {
    what: 'Blocks of one `mine`',
    value: 10_000,
    unit: 'number',
    reason: 'All of them are one change, and the answer has the hash of each.',
    beyond: INVALID,
  },
  snapshotNameChars: {
    what: 'Name of a snapshot',
    value: 100,
    unit: 'characters',
    reason: 'Names are for reading, and are kept.',
    beyond: INVALID,
  },
  storagePathChars: {
    what: 'Path of a storage variable',
    value: 1000,
    unit: 'characters',
    reason: 'A key of a map has 66, and no map has more than a few keys.',
    beyond: INVALID,
  },
  pageRows: {
    what: 'Rows in a page of blocks, transactions, contracts, classes or snapshots',
    value: 200,
    unit: 'number',
    reason: 'More than a screen shows.',
    beyond: PAGES,
  },
  scannedTransactions: {
    what: 'Transactions that one page of transactions looks at',
    value: 20_000,
    unit: 'number',
    reason: 'Looking at more takes longer than a page that is read on the screen may take.',
    beyond: 'the page is shorter, and says where to go on',
  },
  treeCells: {
    what: 'Cells in a page of a storage tree',
    value: 10_000,
    unit: 'number',
    reason: 'Each is named and decoded.',
    beyond: PAGES,
  },
  listedWrites: {
    what: 'Writes of a storage cell in one list',
    value: 1000,
    unit: 'number',
    reason: 'The function of each is found by running its transaction again.',
    beyond: INVALID,
  },
  comparedContracts: {
    what: 'Contracts listed by a comparison of two states',
    value: 200,
    unit: 'number',
    reason: 'More than a reader compares.',
    beyond: CUT,
  },
  comparedCells: {
    what: 'Cells listed by a comparison of two states',
    value: 2000,
    unit: 'number',
    reason: 'Each is named and decoded.',
    beyond: CUT,
  },
  breakpoints: {
    what: 'Breakpoints of a debugger',
    value: 1000,
    unit: 'number',
    reason: 'Each is compared at every line that runs.',
    beyond: INVALID,
  },
  breakpointChars: {
    what: 'The file, or the condition, of a breakpoint',
    value: 1000,
    unit: 'characters',
    reason: 'Conditions are evaluated at every hit.',
    beyond: INVALID,
  },
  cheats: {
    what: 'Cheats in force',
    value: 256,
    unit: 'number',
    reason: 'Tests have some. Each call of an execution looks at those for its contract.',
    beyond: `${REFUSED}; stop some`,
  },
  cheatedCalls: {
    what: 'Calls that a cheat changes before it ends',
    value: 1_000_000,
    unit: 'number',
    reason: 'More is until it is stopped.',
    beyond: INVALID,
  },
  mockFelts: {
    what: 'Felts that a mocked function returns, or is called with',
    value: 4096,
    unit: 'number',
    reason: 'The chain keeps them, also with each transaction that they changed.',
    beyond: INVALID,
  },
  traceSteps: {
    what: 'Steps of a transaction whose trace for Cairo tools is asked for',
    value: 1_000_000,
    unit: 'number',
    reason: 'The trace of so many takes 36 MB, and 0.3 GB while it is made.',
    beyond: `${REFUSED}; its profile has no limit`,
  },
  clientFiles: {
    what: 'Files that requests write in one run and that are still there, without those that the start named',
    value: 1000,
    unit: 'number',
    reason: 'Tests write some dozens.',
    beyond: NO_FILE,
  },
  clientFileBytes: {
    what: 'All files that requests write in one run, together',
    value: 4 * 2 ** 30,
    unit: 'bytes',
    reason: 'The state of a long test run has 100 MB. A client must not fill the disk.',
    beyond: NO_FILE,
  },
  boxes: {
    what: 'Boxes',
    value: 256,
    unit: 'number',
    reason: 'Each is a chain of its own.',
    beyond: REFUSED,
    option: 'max-boxes',
  },
  boxIdleSeconds: {
    what: 'Time of a box without a request or an open WebSocket',
    value: 600,
    unit: 'seconds',
    reason: 'A client that ended may not have dropped its box.',
    beyond: 'the box is dropped',
    option: 'box-timeout',
  },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limitTable;

/** The rows without the exact type of each. */
export const limitRows = Object.entries(limitTable) as readonly (readonly [LimitName, Limit])[];

/** The values of all limits. Those that an option sets are defaults. */
export const limits = Object.fromEntries(limitRows.map(([name, { value }]) => [name, value])) as {
  readonly [Name in LimitName]: number;
};

/** The JSON of a request or of a whole batch. */
export const requestJson: JsonLimits = {
  depth: limits.jsonDepth,
  values: limits.jsonValues,
  digits: limits.jsonDigits,
};
