import type { CodeCounter } from '../cairo/codeCounter.ts';
import type { ArtifactStore } from '../classes/artifactStore.ts';
import type { ClassDefinition, DeclaredClass } from '../classes/declaredClass.ts';
import type { MeteredCall } from '../execution/callMeter.ts';
import type { Felt } from '../felt/felt.ts';
import type { BackgroundHasher } from '../felt/hashing.ts';
import type { FeltKey } from '../felt/key.ts';
import type { NodeConfig } from './config.ts';
import type { PredeployedAccount } from './genesis/accounts.ts';
import type { SystemClassSet } from './genesis/systemClasses.ts';
import type { Memories } from './memories.ts';
import type { ConnectOrigin } from './origin.ts';
import type { Executor } from './run/executor.ts';
import type { TraceCache } from './run/traceCache.ts';
import type { PastStates } from './value/pastStates.ts';

/**
 * What a chain uses and does not change: configuration, clock, machines, the compiler. Time and machines are passed in, so that the same
 * inputs give the same blocks.
 */
export interface Surroundings {
  readonly config: NodeConfig;
  /** The configured chain id. A fork has the id of its origin instead. */
  readonly chainId: Felt;
  readonly accounts: readonly PredeployedAccount[];
  /** The classes that genesis declares and deploys. */
  readonly systemClasses: SystemClassSet;
  readonly executor: Executor;
  /** Compiles and hashes a class once; the same definition gives the same promise. */
  readonly compile: (definition: ClassDefinition) => Promise<DeclaredClass>;
  /** Seconds since 1970 on the wall clock. */
  readonly now: () => number;
  /** Connects to an origin. */
  readonly connect: ConnectOrigin;
  readonly traces: TraceCache;
  readonly pastStates: PastStates;
  /** What tools keep, here and in clones. */
  readonly memories: Memories;
  /** The build output of the user's contracts, for explanations; undefined if nothing is known of it. */
  readonly artifacts: ArtifactStore | undefined;
  /** Collects what transactions and calls use, here and in clones; undefined if nobody asked for it. */
  readonly gas: CallCollector | undefined;
  /** Counts what code runs, here and in clones; undefined if nobody asked for it. */
  readonly coverage: NodeCoverage | undefined;
  /** Hashes blocks in a worker; undefined if there is none. */
  readonly hasher: BackgroundHasher | undefined;
}

/** Finds the definition of a class; undefined if the state that ran does not have it. */
export type FindDefinition = (classHash: FeltKey) => ClassDefinition | undefined;

/** Collects what calls use. */
export interface CallCollector {
  add(calls: readonly MeteredCall[], define: FindDefinition): void;
}

/** Counts what code runs, and for which test. */
export interface CodeCollector {
  counterFor(test: string | undefined): CodeCounter;
  /** Looks for the definitions of classes that were met. */
  define(find: FindDefinition): void;
}

/** How a node counts what code runs. */
export interface NodeCoverage {
  /** Shared by all clones. */
  readonly collector: CodeCollector;
  /** The test that the node runs for, if that is known. */
  test: string | undefined;
}
