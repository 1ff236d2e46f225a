// Written by `npm run reference` from the table in src/options/options.ts. Do not edit.
import type { PriceScheduleInput } from '../controls/marketTypes.ts';
import type { AmountLike } from '../values.ts';

/** Options of the chain, which the library and the command share. */
export interface ChainOptions {
  /** Number of predeployed accounts. Default: `10`. */
  readonly accounts?: AmountLike | undefined;
  /** Seed for the keys of the predeployed accounts; random if not given. */
  readonly seed?: AmountLike | undefined;
  /** Initial balance of each account, in WEI and FRI. Default: `1000000000000000000000`. */
  readonly initialBalance?: AmountLike | undefined;
  /** Class of the predeployed accounts. Default: `cairo1`. */
  readonly accountClass?: 'cairo0' | 'cairo1' | undefined;
  /** Declare the Argent account classes at start; needs their files in the folder given by `systemClasses`. */
  readonly predeclareArgent?: boolean | undefined;
  /** Chain ID: MAINNET, TESTNET, or any other name of up to 31 characters. Default: `TESTNET`. */
  readonly chainId?: 'TESTNET' | 'MAINNET' | (string & {}) | undefined;
  /** Unix time of the genesis block; the current time if not given. */
  readonly startTime?: AmountLike | undefined;
  /** When to make blocks: transaction (one per transaction), demand (on request), or an interval in seconds; mempool (transactions wait until they are selected) or mempool:SECONDS (they are selected and a block is made every so many seconds). Default: `transaction`. */
  readonly blockGenerationOn?: 'transaction' | 'demand' | number | 'mempool' | `mempool:${number}` | undefined;
  /** How transactions of the mempool are selected: by arrival, as the network does, or at random. Default: `fifo`. */
  readonly mempoolOrdering?: 'fifo' | 'starknet' | 'random' | undefined;
  /** Seed for the order random of the mempool. Default: `0`. */
  readonly mempoolRandomSeed?: AmountLike | undefined;
  /** Maximum number of transactions in a block that is filled from the mempool. Default: `500`. */
  readonly mempoolMaxTransactionsPerBlock?: AmountLike | undefined;
  /** Rules of the mempool beside its order: none, or network for lifetimes, replacements, nonce gaps, prices and delays as on the network. Default: `none`. */
  readonly mempoolRules?: 'none' | 'network' | undefined;
  /** Keep the state of old blocks for queries (full), or only the latest state (none). Default: `none`. */
  readonly stateArchiveCapacity?: 'none' | 'full' | undefined;
  /** Maximum number of snapshots that are kept at once. Default: `10000`. */
  readonly maxSnapshots?: AmountLike | undefined;
  /** Starknet version whose rules and prices new blocks follow; that of the forked block if not given, and the newest without a fork. */
  readonly protocolVersion?: string | undefined;
  /** Write aliases of changed contracts and storage keys to contract 0x2 when a block is closed, as the sequencer does. */
  readonly stateAliases?: boolean | undefined;
  /** Compute the state root of every block, so that block hashes are complete and getStorageProof answers. */
  readonly stateCommitments?: boolean | undefined;
  /** Do not compute block hashes and commitments. */
  readonly liteMode?: boolean | undefined;
  /** How to handle the proofs of transactions. Default: `devnet`. */
  readonly proofMode?: 'full' | 'devnet' | 'none' | undefined;
  /** L1 gas price in wei. Default: `1000000000`. */
  readonly gasPrice?: AmountLike | undefined;
  /** L1 data gas price in wei. Default: `1000000000`. */
  readonly dataGasPrice?: AmountLike | undefined;
  /** L2 gas price in wei. Default: `1000000000`. */
  readonly l2GasPrice?: AmountLike | undefined;
  /** L1 gas price in fri. Default: `1000000000`. */
  readonly gasPriceFri?: AmountLike | undefined;
  /** L1 data gas price in fri. Default: `1000000000`. */
  readonly dataGasPriceFri?: AmountLike | undefined;
  /** L2 gas price in fri. Default: `1000000000`. */
  readonly l2GasPriceFri?: AmountLike | undefined;
  /** How the gas prices of new blocks change: constant, walk, walk:SEED, eip1559, dynamic, or JSON with a schedule for each gas. Default: `constant`. */
  readonly priceSchedule?: PriceScheduleInput | undefined;
  /** Maximum size of a class that can be declared. Default: `4089446`. */
  readonly maximumContractClassSize?: AmountLike | undefined;
  /** Maximum length of the bytecode of a class that can be declared. Default: `81920`. */
  readonly maximumContractBytecodeSize?: AmountLike | undefined;
  /** Maximum length of the Sierra program of a class that can be declared. Default: `81920`. */
  readonly maximumSierraLength?: AmountLike | undefined;
}

/** Options of the command alone, in camelCase. */
export interface CommandOptions {
  /** Sierra class file to use for the predeployed accounts instead. */
  readonly accountClassCustom?: string | undefined;
  /** Folder with class files that replace the built-in classes: account.json, account_cairo0.json, eth.json, strk.json, udc.json, udc_legacy.json, argent.json, argent_multisig.json. */
  readonly systemClasses?: string | undefined;
  /** Storage variables that are set when given blocks are opened, for contracts that the chain has at start: a list of { contract_address, variable, values: [{ block, value }] }. */
  readonly stateSchedule?: string | readonly object[] | undefined;
  /** URL of the node to fork, or a record of one (FILE.record). */
  readonly forkNetwork?: string | undefined;
  /** Block to fork at; the latest block if not given. */
  readonly forkBlock?: AmountLike | undefined;
  /** Cache answers of the forked node on disk between runs; without a value it means true. */
  readonly forkUpstreamCaching?: boolean | undefined;
  /** Folder for the disk cache of answers of forked nodes; off disables the cache. */
  readonly forkCache?: string | undefined;
  /** Send no request to the forked node; read everything from the cache. */
  readonly forkOffline?: boolean | undefined;
  /** URL of the L1 node to exchange messages with, mock for a mock L1 inside this process, or evm for an EVM inside this process, at /l1 (docs/l1.md). */
  readonly l1Url?: string | undefined;
  /** Exchange messages with L1 after each block; uses the mock L1 if `l1Url` is not given. */
  readonly l1Auto?: boolean | undefined;
  /** State file with the whole chain: loaded at start if it exists, written at exit. */
  readonly state?: string | undefined;
  /** When to write a dump, the list of requests that changed the chain, to `dumpPath`. */
  readonly dumpOn?: 'exit' | 'block' | 'request' | undefined;
  /** File for the dump; loaded at start if it exists. */
  readonly dumpPath?: string | undefined;
  /** Folder that dump and load requests may use in addition to the working folder. */
  readonly dumpDir?: string | undefined;
  /** Folder with Scarb's build output, for names and source lines in explanations; can be repeated [default: target/dev and target/release of the nearest Scarb.toml]. */
  readonly artifacts?: readonly string[] | undefined;
  /** Declare classes when they are built again, and move the contracts that run an earlier build to them, with their storage; the command watch does the same. */
  readonly watch?: boolean | undefined;
  /** Contract that always runs the newest build of a contract name, also one of a fork; only these are moved then; turns on `watch`; can be repeated. */
  readonly watchContract?: readonly string[] | undefined;
  /** Folder for the disk cache of compiled classes; off disables the cache. */
  readonly classCache?: string | undefined;
  /** Folder for what ran of your Cairo code: lines, functions and branches; written at exit, and the command coverage makes reports of it. */
  readonly coverage?: string | undefined;
  /** File for the gas report, written at exit: what each function used in all transactions and calls; a table, or JSON or Markdown if it ends with .json or .md; in a folder, a file that the command gas joins with those of others. */
  readonly gasReport?: string | undefined;
  /** IP address to listen on. Default: `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Serve the explorer page at /ui. */
  readonly ui?: boolean | undefined;
  /** Let coding agents of this machine use and change this chain, over the Model Context Protocol at /mcp; they read class files of the working folder and write none. */
  readonly mcp?: boolean | undefined;
  /** Serve a wallet for tests at /wallet.js, which signs with the predeployed accounts for pages that may use the server: it approves by itself (approve), or asks in a window (ask, which turns on `ui`); without a value it means approve. */
  readonly wallet?: 'approve' | 'ask' | undefined;
  /** Port to listen on; 0 chooses a free port. Default: `5050`. */
  readonly port?: AmountLike | undefined;
  /** Host name that requests may use to reach the server; can be repeated. */
  readonly allowHost?: readonly string[] | undefined;
  /** Origin of web pages that may use the server, '*' for all; can be repeated. */
  readonly allowOrigin?: readonly string[] | undefined;
  /** Maximum time for an HTTP request. Default: `120`. */
  readonly timeout?: AmountLike | undefined;
  /** Time between pings to the clients of WebSockets; a client that does not answer one before the next is disconnected; no pings if not given. */
  readonly wsPing?: AmountLike | undefined;
  /** Methods to forbid; without names, a default list of methods that change the chain or use files. */
  readonly restrictiveMode?: readonly string[] | undefined;
  /** Answer exactly as starknet-devnet does, without our help in the data of errors; the log has it; without a value it means true [default: true for the command starknet-devnet, false for starbox]. */
  readonly strictAnswers?: boolean | undefined;
  /** What to do with transactions that the networks refuse before they run, because of their price, gas, size or class: nothing (off), a line in the log for each kind (warn), or an error (refuse) [default: warn, and off for the command starknet-devnet]. */
  readonly gatewayRules?: 'off' | 'warn' | 'refuse' | undefined;
  /** Rules by which requests and notifications of clients go wrong: late, cut, refused, lost, evicted, reorganised; a file, or its JSON; off if not given, and never for control methods (docs/faults.md). */
  readonly faults?: string | object | undefined;
  /** Serve a paymaster (SNIP-29) at /paymaster, which pays for transactions of others; a file with its settings, or their JSON; without a value it sponsors everybody (docs/paymaster.md). */
  readonly paymaster?: string | object | undefined;
  /** Run sample transactions in a second node while the process is idle, so that the first real ones are faster; costs half a second of processor time and 56 MB. Default: `on`. */
  readonly warmUp?: 'on' | 'off' | undefined;
  /** IP address of the metrics server; there is no metrics server if not given. */
  readonly metricsHost?: string | undefined;
  /** Port of the metrics server. Default: `9090`. */
  readonly metricsPort?: AmountLike | undefined;
  /** Maximum size of an HTTP request body. Default: `67108864`. */
  readonly requestBodySizeLimit?: AmountLike | undefined;
  /** Maximum memory for all work under way together: requests and answers in transit, executions, recordings of the debugger, compiles; the chain itself does not count. Default: `939524096`. */
  readonly memoryLimit?: AmountLike | undefined;
  /** Maximum number of boxes, the independent chains that createBox makes for parallel clients. Default: `256`. */
  readonly maxBoxes?: AmountLike | undefined;
  /** Time without a request or an open WebSocket after which a box is dropped. Default: `600`. */
  readonly boxTimeout?: AmountLike | undefined;
  /** The least important messages that are logged; trace adds the bodies of requests and answers; RUST_LOG decides if not given. */
  readonly logLevel?: 'error' | 'warn' | 'info' | 'debug' | 'trace' | undefined;
  /** Log at level debug. */
  readonly verbose?: boolean | undefined;
  /** Print no start-up text and log only errors; with `port` 0 the address is printed all the same. */
  readonly quiet?: boolean | undefined;
  /** Format of everything that is printed: text, or one JSON object per line. Default: `text`. */
  readonly log?: 'text' | 'json' | undefined;
}
