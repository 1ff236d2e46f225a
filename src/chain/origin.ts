import type { Felt } from '../felt/felt.ts';
import type { JsonObject } from '../json/json.ts';
import type { StateBase } from '../state/stateBase.ts';
import type { ForkTrail } from './forkTrail.ts';
import type { BlockId } from './value/blockId.ts';

/** The node that a fork was made from, at one block. That block and all blocks before it belong to the origin and never change. */
export interface Origin {
  readonly url: string;
  readonly cachingEnabled: boolean | undefined;
  readonly chainId: Felt;
  /** The chain's name as text. */
  readonly chainName: string;
  /** The forked block. */
  readonly block: OriginBlock;
  /** The hashes of that block and of the blocks shortly before it, which contracts can read. */
  readonly hashes: ReadonlyMap<number, Felt>;
  /** Its state after that block. */
  readonly base: StateBase;
  /** The mark of the fork in requests to the origin. */
  readonly trail: ForkTrail;

  // What follows throws an internalError when the origin does not answer.

  /** A block at or before the forked block, with its current finality; undefined if there is none. */
  findBlock(id: Exclude<BlockId, 'latest' | 'open'>): Promise<OriginBlock | undefined>;
  /** The number of such a block by its hash. */
  blockNumberOf(hash: Felt): Promise<number | undefined>;
  /** The number of the block of a transaction, if it is at or before the forked block. */
  findTransaction(hash: string): Promise<number | undefined>;
  /** The results of one method for many parameters; throws for an error answer. */
  askAll(method: string, params: readonly unknown[]): Promise<readonly unknown[]>;
  /** Sends a request and caches the answer for its lifetime. The answer has a `result` or an `error`. */
  forward(method: string, params: string, answers: AnswerLifetime): Promise<JsonObject>;
  /** Traffic so far. */
  readonly counts: OriginCounts;
  /** Writes pending answers to the cache. */
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
  /** The protocol version in its header; undefined if the header has none. */
  readonly protocolVersion: string | undefined;
}

export interface OriginCounts {
  /** Requests over the network, including retries. */
  readonly upstream: number;
  /** Retries of failed requests. */
  readonly retries: number;
  /** Values and answers that came from the cache. */
  readonly cached: number;
  /** The number of cached values and classes. */
  readonly size: number;
  /** Cache hits and misses of state reads, by method. */
  readonly reads: readonly { readonly method: string; readonly hits: number; readonly misses: number }[];
}

/** The URL and block to fork. */
export interface ForkTarget {
  readonly url: string;
  readonly blockNumber: number | undefined;
}

/** Finds an origin; throws a ChainError of one clear line when it cannot be forked. The trail marks the requests to it. */
export type ConnectOrigin = (target: ForkTarget, trail?: ForkTrail) => Promise<Origin>;
