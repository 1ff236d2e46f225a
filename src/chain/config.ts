import type { GasPrices } from '../execution/blockContext.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import { NETWORK_CLASS_LIMITS } from '../protocol/limits.ts';
import { NEWEST_PROTOCOL } from '../protocol/versions.ts';

// The start-up configuration: resolved once from options, environment and defaults; nothing at run time changes it.

/** When blocks are made: with each transaction, on demand, or at an interval in seconds. */
export type BlockGeneration = 'transaction' | 'demand' | { readonly intervalSeconds: number };

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

/** Everything a node is made from. */
export interface NodeConfig {
  readonly seed: number;
  readonly accounts: number;
  readonly accountClass: 'cairo0' | 'cairo1';
  /** The text of a Sierra class that replaces the class of the accounts. */
  readonly accountClassCustom: string | undefined;
  readonly predeclareArgent: boolean;
  readonly systemClasses: SystemClasses;
  readonly initialBalance: bigint;
  readonly startTimeSeconds: bigint | undefined;
  readonly gasPrices: GasPrices;
  /** The chain's name as text, such as SN_SEPOLIA. */
  readonly chainId: string;
  /** Keeps a record of every change, so that the chain can be dumped as the list of its changes. */
  readonly journal: boolean;
  readonly blockGeneration: BlockGeneration;
  /** The protocol version of new blocks. */
  readonly protocol: ProtocolConstants;
  readonly liteMode: boolean;
  readonly proofMode: 'full' | 'devnet' | 'none';
  readonly stateArchive: 'none' | 'full';
  readonly fork: ForkConfig | undefined;
  readonly l1: L1Config;
  readonly maximumContractClassSize: number;
  readonly maximumContractBytecodeSize: number;
  readonly maximumSierraLength: number;
}

const GWEI = 1_000_000_000n;

/** The defaults. The caller draws the seed. */
export const defaultConfig: Omit<NodeConfig, 'seed'> = {
  accounts: 10,
  accountClass: 'cairo1',
  accountClassCustom: undefined,
  predeclareArgent: false,
  systemClasses: {},
  initialBalance: 10n ** 21n,
  startTimeSeconds: undefined,
  gasPrices: {
    l1Gas: { wei: GWEI, fri: GWEI },
    l1DataGas: { wei: GWEI, fri: GWEI },
    l2Gas: { wei: GWEI, fri: GWEI },
  },
  chainId: 'SN_SEPOLIA',
  journal: false,
  blockGeneration: 'transaction',
  protocol: NEWEST_PROTOCOL,
  liteMode: false,
  proofMode: 'devnet',
  stateArchive: 'none',
  fork: undefined,
  l1: { url: undefined, auto: false },
  maximumContractClassSize: NETWORK_CLASS_LIMITS.maxCompiledJsonBytes,
  maximumContractBytecodeSize: NETWORK_CLASS_LIMITS.maxCasmFelts,
  maximumSierraLength: NETWORK_CLASS_LIMITS.maxSierraFelts,
};
