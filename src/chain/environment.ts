import type { ArtifactStore } from '../classes/artifactStore.ts';
import type { ClassDefinition, DeclaredClass } from '../classes/declaredClass.ts';
import type { Felt } from '../felt/felt.ts';
import type { BackgroundHasher } from '../felt/hashing.ts';
import type { FeltKey } from '../felt/key.ts';
import type { CoverageCollector } from '../tools/coverage/coverageCollector.ts';
import type { GasCollector } from '../tools/gas/gasCollector.ts';
import type { SelectorNames } from '../tools/names/selectorNames.ts';
import type { Preimages } from '../tools/storage/preimages.ts';
import type { LoadTools } from '../tools/tools.ts';
import type { NodeConfig } from './config.ts';
import type { PredeployedAccount } from './genesis/accounts.ts';
import type { Executor } from './run/executor.ts';
import type { TraceCache } from './run/traceCache.ts';
import type { PastStates } from './value/pastStates.ts';

/** What a chain uses and does not change: configuration, clock, machines, the compiler. */
export interface Environment {
  readonly config: NodeConfig;
  /** The configured chain id. A fork has the id of its origin instead. */
  readonly chainId: Felt;
  readonly accounts: readonly PredeployedAccount[];
  readonly executor: Executor;
  readonly traces: TraceCache;
  readonly pastStates: PastStates;
  /** What storage addresses were hashed from. */
  readonly preimages: Preimages;
  /** Names of functions, for selectors that the called class does not name. */
  readonly selectors: SelectorNames;
  /** Seconds since 1970 on the wall clock. */
  readonly now: () => number;
  /** Compiles and hashes a class once; the same definition gives the same promise. */
  readonly compile: (definition: ClassDefinition) => Promise<DeclaredClass>;
  /** Class files with debug information, by class hash. Declarations do not carry it, so explanations look here first. */
  readonly classFiles: Map<FeltKey, ClassDefinition>;
  /** The build output of the user's contracts; undefined if nothing is known of it. */
  readonly artifacts: ArtifactStore | undefined;
  /** Loads what measures contracts; undefined in pages, which are built without it. */
  readonly tools: LoadTools | undefined;
  /** Collects what transactions and calls use; undefined if nobody asked for it. */
  readonly gas: GasCollector | undefined;
  /** Counts what code runs; undefined if nobody asked for it. */
  readonly coverage: NodeCoverage | undefined;
  /** Hashes blocks in a worker; undefined if there is none. */
  readonly hasher: BackgroundHasher | undefined;
}

/** Writes what was counted or measured to the file of this process. */
export type SaveFile = (json: string) => Promise<void>;

/** How a node counts what code runs. */
export interface NodeCoverage {
  /** Shared by all clones. */
  readonly collector: CoverageCollector;
  /** Writes the coverage so far to a file, if there is a folder for it. */
  readonly save: SaveFile | undefined;
  /** The test that the node runs for, if that is known. */
  test: string | undefined;
}
