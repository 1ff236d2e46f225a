import type { GasPrices } from '../execution/blockContext.ts';
import { CONSTANT_PRICES, type PriceSchedule } from '../market/priceSchedule.ts';
import type { MempoolOrdering, MempoolRules } from '../mempool/mempoolConfig.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import { NETWORK_CLASS_LIMITS } from '../protocol/networkClassLimits.ts';

// The start-up configuration: resolved once from options, environment and defaults; nothing at run time changes it.

/**
 * When blocks are made: with each transaction, on demand, or at an interval in seconds. With a mempool, transactions wait for being selected;
 * they are selected and blocks are made on request, or each time that the clock of the chain has gone on by so many seconds.
 */
export type BlockGeneration =
  | 'transaction'
  | 'demand'
  | 'mempool'
  | { readonly intervalSeconds: number }
  | { readonly mempoolSeconds: number };

/** Whether transactions wait in the mempool. */
export const usesMempool = (mode: BlockGeneration): boolean =>
  mode === 'mempool' || (typeof mode === 'object' && 'mempoolSeconds' in mode);

/** Classes given instead of the built-in ones: the JSON text of each class file. */
export interface SystemClasses {
  readonly account?: string;
  readonly accountCairo0?: string;
  readonly eth?: string;
  readonly strk?: string;
  readonly udc?: string;
  readonly udcLegacy?: string;
  readonly argent?: string;
  readonly argentMultisig?: string;
}

export interface ForkConfig {
  readonly url: string;
  readonly blockNumber: number | undefined;
  readonly cachingEnabled: boolean | undefined;
}

export interface L1Config {
  /** The L1 node to connect to at start: a URL, or `mock` for one inside this process. */
  readonly url: string | undefined;
  /** Exchanges messages automatically after each block. */
  readonly auto: boolean;
}

/** Everything a node is made from. A member that an option sets (src/options/options.ts) has the name of the option. */
export interface NodeConfig {
  /** The seed of the keys of predeployed accounts, from 0 to 2^32 - 1. Default: random. */
  readonly seed: number;
  /** The number of predeployed accounts, from 0 to 255. Default: 10. */
  readonly accounts: number;
  /** The class of the predeployed accounts. Default: `'cairo1'`. */
  readonly accountClass: 'cairo0' | 'cairo1';
  /** The text of a Sierra class that replaces the class of the accounts. */
  readonly accountClassCustom: string | undefined;
  /** Declares the Argent account classes at the start; needs them in `systemClasses`. */
  readonly predeclareArgent: boolean;
  readonly systemClasses: SystemClasses;
  /** The balance of each account at the start, in WEI and in FRI. Default: 10^21. */
  readonly initialBalance: bigint;
  /** The time of the first block in seconds since 1970. Default: the current time. */
  readonly startTime: bigint | undefined;
  readonly gasPrices: GasPrices;
  /** How the prices of new blocks follow from those of the block before. Default: they are constant. */
  readonly priceSchedule: PriceSchedule;
  /** The chain's name as text, such as SN_SEPOLIA. */
  readonly chainId: string;
  /** Keeps a record of every change, so that the chain can be dumped as the list of its changes. */
  readonly journal: boolean;
  /**
   * When blocks are made: with each `'transaction'` (the default), on `'demand'`, or at an interval in seconds. With `'mempool'` transactions
   * wait until they are selected; with `'mempool:2'` they are selected and a block is made every two seconds of the chain's clock.
   */
  readonly blockGenerationOn: BlockGeneration;
  /** How transactions of the mempool are selected. Default: `'fifo'`. */
  readonly mempoolOrdering: MempoolOrdering;
  /** The seed of the order `'random'`. Default: 0. */
  readonly mempoolRandomSeed: bigint;
  /** The most transactions of a block that is filled from the mempool. Default: 500. */
  readonly mempoolMaxTransactionsPerBlock: number;
  /** The rules of the mempool beside its order: `'none'` (the default), or `'network'` for lifetimes, replacements, gaps and prices as on the network. */
  readonly mempoolRules: MempoolRules;
  /** The protocol version of new blocks. Unless it is given, it is that of the forked block, and without a fork the newest. */
  readonly protocolVersion: ProtocolConstants | undefined;
  /**
   * Gives contracts and storage keys that a block changes an alias in contract 0x2 when the block is closed, as the sequencer does. Default:
   * `false`, because starknet-devnet does not.
   */
  readonly stateAliases: boolean;
  /** Computes the state root of every block, and storage proofs. Not on a fork, and not in lite mode. Default: `false`. */
  readonly stateCommitments: boolean;
  /** Leaves out block hashes and commitments. */
  readonly liteMode: boolean;
  /** How the proofs of transactions are handled. Default: `'devnet'`. */
  readonly proofMode: 'full' | 'devnet' | 'none';
  /** Whether the states of old blocks can be read: `'full'`, or `'none'` (the default), which keeps only the latest state. */
  readonly stateArchiveCapacity: 'none' | 'full';
  /** The most snapshots that are kept at once. */
  readonly maxSnapshots: number;
  readonly fork: ForkConfig | undefined;
  readonly l1: L1Config;
  /** The largest class that can be declared, in bytes. */
  readonly maximumContractClassSize: number;
  /** The longest bytecode of a class that can be declared, in felts. */
  readonly maximumContractBytecodeSize: number;
  /** The longest Sierra program of a class that can be declared, in felts. */
  readonly maximumSierraLength: number;
}

/** The most predeployed accounts that an option allows. */
export const MAX_ACCOUNTS = 255;

const GWEI = 1_000_000_000n;

/** The defaults, which are also the defaults of the options. The caller draws the seed. */
export const defaultConfig: Omit<NodeConfig, 'seed'> = {
  accounts: 10,
  accountClass: 'cairo1',
  accountClassCustom: undefined,
  predeclareArgent: false,
  systemClasses: {},
  initialBalance: 10n ** 21n,
  startTime: undefined,
  gasPrices: {
    l1Gas: { wei: GWEI, fri: GWEI },
    l1DataGas: { wei: GWEI, fri: GWEI },
    l2Gas: { wei: GWEI, fri: GWEI },
  },
  priceSchedule: CONSTANT_PRICES,
  chainId: 'SN_SEPOLIA',
  journal: false,
  blockGenerationOn: 'transaction',
  mempoolOrdering: 'fifo',
  mempoolRandomSeed: 0n,
  mempoolMaxTransactionsPerBlock: 500,
  mempoolRules: 'none',
  protocolVersion: undefined,
  stateAliases: false,
  stateCommitments: false,
  liteMode: false,
  proofMode: 'devnet',
  stateArchiveCapacity: 'none',
  maxSnapshots: 10_000,
  fork: undefined,
  l1: { url: undefined, auto: false },
  maximumContractClassSize: NETWORK_CLASS_LIMITS.maxCompiledJsonBytes,
  maximumContractBytecodeSize: NETWORK_CLASS_LIMITS.maxCasmFelts,
  maximumSierraLength: NETWORK_CLASS_LIMITS.maxSierraFelts,
};
