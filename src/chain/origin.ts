import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { Felt } from '../felt/felt.ts';
import type { FeltKey } from '../felt/key.ts';
import type { JsonObject } from '../json/json.ts';
import type { StateItem } from '../state/need.ts';
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
  /** What it has answered so far, as far as that is still here: values, classes and other answers, of each kind first what was used lately. */
  answered(): Iterable<OriginAnswered>;
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

/** Something that an origin has answered. */
export type OriginAnswered =
  | { readonly kind: 'value'; readonly item: Exclude<StateItem, { kind: 'class' }>; readonly value: FeltKey }
  | ({ readonly kind: 'class'; readonly classHash: FeltKey } & OriginClass)
  /** The parameters and the answer to a request that was forwarded, as texts. */
  | { readonly kind: 'text'; readonly method: string; readonly params: string; readonly answer: string }
  /** Any other answer, as its record has it. */
  | {
      readonly kind: 'answer';
      readonly method: string;
      readonly params: unknown;
      readonly answer: {
        readonly result?: unknown;
        readonly error?: { readonly code: number; readonly message: string } | undefined;
      };
    };

/** A class of an origin. */
export interface OriginClass {
  /** Null when the origin has no such class, or another one under the hash of one of ours. */
  readonly found: DeclaredClass | null;
  /** The text of its ABI, if the class hash covers that and not the form in which the class has it. */
  readonly abi?: string | undefined;
  /** Whether it runs the compiled code of the origin, because it cannot be compiled here. */
  readonly isCompiledThere?: boolean | undefined;
}

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
