import type { SystemClasses } from '../chain/config.ts';
import type { FetchLike } from '../fork/transport.ts';
import type { JournalEntry } from '../rpc/journal/journalEntry.ts';
import type { AmountLike } from './values.ts';

/** A class: the parsed JSON of a class file, or its text. */
export type ClassJson = string | object;

/** The node that a sandbox forks. */
export interface ForkOptions {
  /** The URL of its JSON-RPC. */
  readonly url: string;
  /** The block to fork at; the latest one unless it is given. */
  readonly block?: AmountLike | undefined;
}

/** The L1 that messages are exchanged with. */
export interface L1Options {
  /** The URL of an L1 node, or `'mock'` for an L1 inside this process. */
  readonly url: string;
  /** Exchange messages after each block; false unless it is given. */
  readonly auto?: boolean | undefined;
}

/** Classes that replace the built-in ones. */
export type SystemClassOptions = { readonly [K in keyof SystemClasses]?: ClassJson | undefined };

/**
 * How a sandbox starts. The options are those of the command line in camelCase, with the same defaults and the same
 * checks; an option that does not exist is an error.
 *
 * @example
 * const box = await Sandbox.create({ accounts: 3, seed: 7, blockGenerationOn: 'demand' });
 */
export interface SandboxOptions {
  /** The seed of the keys of predeployed accounts, from 0 to 2^32 - 1; random unless it is given. */
  readonly seed?: AmountLike | undefined;
  /** The number of predeployed accounts, from 0 to 255; 10 unless it is given. */
  readonly accounts?: AmountLike | undefined;
  /** The class of the predeployed accounts: `'cairo1'` unless it is given. */
  readonly accountClass?: 'cairo0' | 'cairo1' | undefined;
  /** The chain id: `'TESTNET'` (the default), `'MAINNET'`, or any other name of up to 31 characters. */
  readonly chainId?: 'TESTNET' | 'MAINNET' | (string & {}) | undefined;
  /** A Sierra class for the predeployed accounts instead of the class that `accountClass` names. */
  readonly accountClassCustom?: ClassJson | undefined;
  /** Classes that replace the built-in ones. */
  readonly systemClasses?: SystemClassOptions | undefined;
  /** Declares the Argent account classes at the start; needs them in `systemClasses`. */
  readonly predeclareArgent?: boolean | undefined;
  /** The balance of each account at the start, in WEI and in FRI; 10^21 unless it is given. */
  readonly initialBalance?: AmountLike | undefined;
  /** The time of the first block in seconds since 1970; the current time unless it is given. */
  readonly startTime?: AmountLike | undefined;
  /** When blocks are made: with each `'transaction'` (the default), on `'demand'`, or at an interval in seconds. */
  readonly blockGenerationOn?: 'transaction' | 'demand' | number | undefined;
  /** The Starknet version that new blocks follow, such as `'0.13.6'`: that of the forked block, or the newest, unless it is given. */
  readonly protocolVersion?: string | undefined;
  /** Leaves out block hashes and commitments; false unless it is given. */
  readonly liteMode?: boolean | undefined;
  /** How the proofs of transactions are handled; `'devnet'` unless it is given. */
  readonly proofMode?: 'full' | 'devnet' | 'none' | undefined;
  /** Whether the states of old blocks can be read: `'full'`, or `'none'` (the default), which keeps only the latest state. */
  readonly stateArchiveCapacity?: 'none' | 'full' | undefined;
  /** The most snapshots that requests can make, 10,000 unless it is given. Marks of `snapshot()` do not count. */
  readonly maxSnapshots?: AmountLike | undefined;
  /** The largest class that can be declared, in bytes; the limit of the network unless it is given, as for the two below. */
  readonly maximumContractClassSize?: AmountLike | undefined;
  /** The longest bytecode of a class that can be declared, in felts. */
  readonly maximumContractBytecodeSize?: AmountLike | undefined;
  /** The longest Sierra program of a class that can be declared, in felts. */
  readonly maximumSierraLength?: AmountLike | undefined;
  /** The price of L1 gas in wei; 10^9 unless it is given, as for the five prices below. */
  readonly gasPrice?: AmountLike | undefined;
  /** The price of L1 data gas in wei. */
  readonly dataGasPrice?: AmountLike | undefined;
  /** The price of L2 gas in wei. */
  readonly l2GasPrice?: AmountLike | undefined;
  /** The price of L1 gas in fri. */
  readonly gasPriceFri?: AmountLike | undefined;
  /** The price of L1 data gas in fri. */
  readonly dataGasPriceFri?: AmountLike | undefined;
  /** The price of L2 gas in fri. */
  readonly l2GasPriceFri?: AmountLike | undefined;
  /**
   * Folders with the build output of Scarb, from which explanations take contract names, Cairo functions and source lines. Unless
   * they are given, these are `target/dev` and `target/release` beside each Scarb.toml of the working folder and the folders
   * above it. Their files are read only when something is explained. An empty list turns this off.
   */
  readonly artifacts?: readonly string[] | undefined;
  /**
   * Collects what all transactions and calls use from now on, in clones too, for `gasReport`. Without it, `gasReport` runs the
   * transactions of the chain again. False unless it is given.
   */
  readonly gasReport?: boolean | undefined;
  /** The node to fork: `{ url }` is enough. */
  readonly fork?: ForkOptions | undefined;
  /** The L1 to exchange messages with: `{ url }` is enough. */
  readonly l1?: L1Options | undefined;
  /** Used instead of the platform's `fetch` to reach the fork's origin: another sandbox's `fetch`, for example. */
  readonly fetch?: FetchLike | undefined;
  /**
   * A state file to start from, as `saveState` makes it. Its chain id, seed, accounts and balances come with it, as do
   * prices and block mode unless they are given too. An option that contradicts the file is an error.
   */
  readonly state?: Uint8Array | undefined;
  /** Keeps the list of requests that `dump` returns; true unless it is given. */
  readonly journal?: boolean | undefined;
  /** Requests to repeat on the new chain, as `dump` returns them. */
  readonly dump?: readonly JournalEntry[] | undefined;
}

/**
 * An option that cannot be used. The message names the option and what it can be.
 *
 * @example
 * await Sandbox.create({ acounts: 3 }); // SandboxOptionError: unknown option 'acounts'; did you mean 'accounts'?
 */
export class SandboxOptionError extends TypeError {
  override readonly name = 'SandboxOptionError';
}
