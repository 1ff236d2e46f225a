import type { Felt } from '../felt/felt.ts';
import type { JsonObject } from '../json/json.ts';
import type { StateBase } from '../state/stateBase.ts';
import type { BlockId } from './value/blockId.ts';

/** The node a fork grows from, pinned to one block: what lies at and before that block is its own, and never changes. */
export interface Origin {
  readonly url: string;
  readonly cachingEnabled: boolean | undefined;
  readonly chainId: Felt;
  /** The chain's name as text. */
  readonly chainName: string;
  /** The block the fork grows from. */
  readonly block: OriginBlock;
  /** The hashes of that block and of those shortly before it, which contracts may ask for. */
  readonly hashes: ReadonlyMap<number, Felt>;
  /** Its state after that block. */
  readonly base: StateBase;

  // What follows throws an internalError when the origin does not answer.

  /** A block at or before the one forked at, as final as it is there now; undefined when there is none. */
  findBlock(id: Exclude<BlockId, 'latest' | 'pre_confirmed'>): Promise<OriginBlock | undefined>;
  /** The number of such a block by its hash. */
  blockNumberOf(hash: Felt): Promise<number | undefined>;
  /** The number of the block of a transaction at or before the block forked at; undefined when there is none. */
  findTransaction(hash: string): Promise<number | undefined>;
  /** The results of one method for many parameters; throws for an error answer. */
  askAll(method: string, params: readonly unknown[]): Promise<readonly unknown[]>;
  /** Sends a request as it is, and caches the answer by a rule; the answer has a `result` or an `error`. */
  forward(method: string, params: string, answers: AnswerLifetime): Promise<JsonObject>;
  /** Traffic so far. */
  readonly counts: OriginCounts;
  /** Writes what is still to be kept. */
  flush(): Promise<void>;
}

/**
 * How long an answer of the origin stays true. `lasting`: it is about the past and never changes. `lastingOnL1`: it tells how final
 * something is, and lasts once that is accepted on L1. `passing`: it may be another one next time.
 */
export type AnswerLifetime = 'lasting' | 'lastingOnL1' | 'passing';

export interface OriginBlock {
  readonly number: number;
  readonly hash: Felt;
  readonly timestamp: bigint;
  readonly isAcceptedOnL1: boolean;
}

export interface OriginCounts {
  /** Requests over the network, each try counted. */
  readonly upstream: number;
  /** Tries after a first one that failed. */
  readonly retries: number;
  /** Values and answers that were at hand. */
  readonly cached: number;
  /** Values and classes at hand now. */
  readonly size: number;
  /** Reads of the state that were at hand, and those that were not, by method. */
  readonly reads: readonly { readonly method: string; readonly hits: number; readonly misses: number }[];
}

/** Where to fork, as a request or an option names it. */
export interface ForkTarget {
  readonly url: string;
  readonly blockNumber: number | undefined;
}

/** Finds an origin; throws a ChainError of one clear line when it cannot be forked. */
export type ConnectOrigin = (target: ForkTarget) => Promise<Origin>;
