import type { ClassDefinition, DeclaredClass } from '../classes/declaredClass.ts';
import type { Felt } from '../felt/felt.ts';
import type { BackgroundHasher } from '../felt/hashing.ts';
import type { NodeConfig } from './config.ts';
import type { PredeployedAccount } from './node.ts';
import type { Executor } from './run/executor.ts';
import type { TraceCache } from './run/traceCache.ts';
import type { PastStates } from './value/pastStates.ts';

/** What a chain lives in and does not change: configuration, clock, machines, the compiler. */
export interface Environment {
  readonly config: NodeConfig;
  /** The chain's id unless it is a fork, which has its origin's. */
  readonly chainId: Felt;
  readonly accounts: readonly PredeployedAccount[];
  readonly executor: Executor;
  readonly traces: TraceCache;
  readonly pastStates: PastStates;
  /** Seconds since 1970 on the wall clock. */
  readonly now: () => number;
  /** Compiles and hashes a class once; the same definition gives the same promise. */
  readonly compile: (definition: ClassDefinition) => Promise<DeclaredClass>;
  /** Hashes blocks beside other work; undefined where everything is done in one thread. */
  readonly hasher: BackgroundHasher | undefined;
}
