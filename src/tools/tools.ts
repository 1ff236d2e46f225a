import type { Machine } from '../cairo/machine.ts';
import type { Rerun, TransactionPlace } from '../chain/run/rerun.ts';
import type { SimulatedStep } from '../chain/run/simulateBatch.ts';
import type { CallRequest } from '../chain/run/simulation.ts';
import type { ChainValue } from '../chain/value/chainValue.ts';
import type { ArtifactStore } from '../classes/artifactStore.ts';
import type { ClassDefinition } from '../classes/declaredClass.ts';
import type { BlockContext } from '../execution/blockContext.ts';
import type { Execution } from '../execution/callContext.ts';
import type { FeltKey } from '../felt/key.ts';
import type { State } from '../state/state.ts';
import type { CoverageCollector } from './coverage/coverageCollector.ts';
import type { CoverageFiles } from './coverage/coverageFiles.ts';
import type { Debugger } from './debug/debuggerTypes.ts';
import type { DebugMoment } from './debug/debugMoment.ts';
import type { DebugRequest } from './debug/debugRequest.ts';
import type { GasCollector } from './gas/gasCollector.ts';
import type { GasReportTexts } from './gas/gasReport.ts';
import type { NamedClasses } from './names/namedClasses.ts';
import type { ProfileFiles } from './profile/profileFiles.ts';

/** What the tools need of a chain. */
export interface ToolHost {
  readonly value: ChainValue;
  /** What calls used so far, if it is collected. */
  readonly gas: GasCollector | undefined;
  /** What code ran so far, if it is counted. */
  readonly coverage: CoverageCollector | undefined;
  /** Lets machines report what they counted. */
  flushCounts(): void;
  readonly classFiles: ReadonlyMap<FeltKey, ClassDefinition>;
  readonly artifacts: ArtifactStore | undefined;
  run<T>(state: State, start: (machine: Machine, state: State) => Execution<T>): Promise<T>;
  /** Runs an execution that is recorded step by step. There is one such execution at a time. */
  runLarge<T>(state: State, start: (machine: Machine, state: State) => Execution<T>): Promise<T>;
  /** How to run the transaction at a place once more. */
  rerunOf(place: TransactionPlace): Rerun;
  /** The names of the classes of a state. */
  namesIn(state: State): NamedClasses;
  rest(): Promise<void> | undefined;
}

/** What measures contracts. It is large and rare, so pages are built without it and Node.js loads it when it is first used. */
export interface Tools {
  gasCollector(): GasCollector;
  coverageCollector(): CoverageCollector;
  reportCoverage(host: ToolHost): Promise<CoverageFiles>;
  traceForCairoTools(host: ToolHost, place: TransactionPlace): Promise<string>;
  reportGas(host: ToolHost): Promise<GasReportTexts>;
  encodeGas(host: ToolHost): Promise<string>;
  profileTransactions(host: ToolHost, places?: Iterable<TransactionPlace>): Promise<ProfileFiles>;
  profileCall(host: ToolHost, before: State, block: BlockContext, call: CallRequest): Promise<ProfileFiles>;
  debugTransaction(host: ToolHost, place: TransactionPlace): Promise<Debugger>;
  debugView(host: ToolHost, place: TransactionPlace, request: DebugRequest): Promise<DebugMoment>;
  debugSimulation(
    host: ToolHost,
    before: State,
    block: BlockContext,
    steps: readonly SimulatedStep[],
  ): Promise<Debugger>;
  debugCall(host: ToolHost, before: State, block: BlockContext, call: CallRequest): Promise<Debugger>;
}

export type LoadTools = () => Promise<Tools>;
