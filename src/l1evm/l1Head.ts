import type { PersistentMap } from '../state/persistentMap.ts';
import type { PersistentVector } from '../state/persistentVector.ts';
import type { EvmMachine } from './evmMachine.ts';
import type { StateNodes } from './stateStore.ts';

/** A transaction in a block, as answers have it. */
export interface L1Executed {
  readonly transaction: Readonly<Record<string, unknown>> & { readonly hash: string };
  readonly receipt: Readonly<Record<string, unknown>> & { readonly logs: readonly EthLog[] };
}

/** A log entry, as answers have it. */
export interface EthLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly transactionIndex: string;
  readonly logIndex: string;
  readonly removed: false;
}

/** What later blocks need of a header. A header of EthereumJS has all parameters of its chain with it. */
export interface L1Header {
  readonly number: bigint;
  readonly hash: Uint8Array;
  readonly timestamp: bigint;
  readonly stateRoot: Uint8Array;
  readonly baseFee: bigint;
  readonly gasUsed: bigint;
  readonly gasLimit: bigint;
}

export interface L1Block {
  readonly header: L1Header;
  /** As answers have it, without its transactions. */
  readonly fields: Readonly<Record<string, unknown>> & { readonly hash: string };
  readonly executed: readonly L1Executed[];
  readonly bytes: number;
}

/** Where a transaction is. */
export interface L1Place {
  readonly block: number;
  readonly index: number;
}

/**
 * An L1 with all its blocks, as a value: each transaction makes another one. It shares what is the same with the one before, so chains keep it in
 * their snapshots, and clones have their own.
 */
export interface L1Head {
  readonly machine: EvmMachine;
  readonly nodes: StateNodes;
  /** What nodes and blocks take, at least. */
  readonly bytes: number;
  readonly blocks: PersistentVector<L1Block>;
  /** The state now: that of the newest block, and what a test has set since. */
  readonly stateRoot: Uint8Array;
  readonly blockByHash: PersistentMap<string, number>;
  readonly placeByHash: PersistentMap<string, L1Place>;
  /** How far its clock is ahead of that of the chain, in seconds. */
  readonly secondsAhead: bigint;
  /** The time of the next block, if a test has set it. */
  readonly nextTime: bigint | undefined;
  /** Accounts whose transactions need no signature, in lower case. */
  readonly impersonated: readonly string[];
  /** Whether those of all accounts need none. */
  readonly autoImpersonates: boolean;
  /** What evm_revert goes back to. */
  readonly snapshots: readonly { readonly id: string; readonly head: L1Head }[];
  readonly nextSnapshot: number;
}

/** The newest block. */
export const newestBlock = ({ blocks }: L1Head): L1Block => blocks.last!;

/** The state after a block. */
export const rootAfter = (head: L1Head, block: L1Block): Uint8Array =>
  block === newestBlock(head) ? head.stateRoot : block.header.stateRoot;
