import type { ChainView } from '../chain/chainView.ts';
import type { BroadcastTransaction } from '../chain/run/broadcast.ts';
import type { TransactionPlace } from '../chain/run/rerun.ts';
import type { CallRequest, SimulationOptions } from '../chain/run/simulation.ts';
import type { BlockId } from '../chain/value/blockId.ts';
import { failed } from '../protocol/chainError.ts';
import type { CoverageCollector } from './coverage/coverageCollector.ts';
import type { CoverageFiles } from './coverage/coverageFiles.ts';
import type { ReportedCoverage } from './coverage/reportCoverage.ts';
import type { Debugger } from './debug/debuggerTypes.ts';
import type { DebugMoment } from './debug/debugMoment.ts';
import type { DebugRequest } from './debug/debugRequest.ts';
import type { Trial } from './debug/trial.ts';
import type { GasCollector } from './gas/gasCollector.ts';
import type { GasReportTexts } from './gas/gasReport.ts';
import type { ProfileFiles } from './profile/profileFiles.ts';
import type { SaveFile } from './saveFile.ts';

/** What measures contracts. It is large and rare, so pages are built without it and Node.js loads it when it is first used. */
export interface Tools {
  gasCollector(): GasCollector;
  /** `save` writes what was counted so far to a file. */
  coverageCollector(save?: SaveFile): CoverageCollector;
  /** What ran of the user's code, with all clones of the node. Throws if the node does not count it. */
  reportCoverage(view: ChainView): Promise<ReportedCoverage>;
  /** Whether the node counts what code runs. */
  isCounting(view: ChainView): boolean;
  /** What ran of the user's code in transactions of the chain, which run again: some, or all. */
  coverTransactions(view: ChainView, places?: Iterable<TransactionPlace>): Promise<ReportedCoverage>;
  /** Writes a coverage to the folder for it. Returns false if there is none. */
  saveCoverage(view: ChainView, coverage: Pick<CoverageFiles, 'json'>): Promise<boolean>;
  /** What calls used, by function: all that were collected, or else those of the transactions in the chain. */
  reportGas(view: ChainView): Promise<GasReportTexts>;
  /** What calls used, as the text for the file of this process. */
  encodeGas(view: ChainView): Promise<string>;
  /** Where the gas went: of some transactions, or of all that were made here. */
  profileTransactions(view: ChainView, places?: Iterable<TransactionPlace>): Promise<ProfileFiles>;
  /** Where the gas of a call without a transaction went. */
  profileCall(view: ChainView, call: CallRequest, id: BlockId): Promise<ProfileFiles>;
  /** All steps of a transaction, as a file for cairo-profiler and cairo-coverage. */
  traceForCairoTools(view: ChainView, place: TransactionPlace): Promise<string>;
  /** Runs a transaction again, to look at every moment of it. */
  debugTransaction(view: ChainView, place: TransactionPlace): Promise<Debugger>;
  /** Goes somewhere in a transaction, and shows what is there. The debugger is kept for a while. */
  debugView(view: ChainView, place: TransactionPlace, request: DebugRequest): Promise<DebugMoment>;
  /** The same for transactions that are only tried out. */
  debugTrialView(view: ChainView, trial: Trial, request: DebugRequest): Promise<DebugMoment>;
  /** Runs transactions that are only tried out, to look at every moment of the last, or of the first that would be rejected. */
  debugSimulation(
    view: ChainView,
    transactions: readonly BroadcastTransaction[],
    options: SimulationOptions,
    id: BlockId,
  ): Promise<Debugger>;
  /** Runs a call without a transaction, to look at every moment of it. */
  debugCall(view: ChainView, call: CallRequest, id: BlockId): Promise<Debugger>;
}

export type LoadTools = () => Promise<Tools>;

/** Loads the tools, if there is a way to. */
export function loadedTools(load: LoadTools | undefined): Promise<Tools> {
  if (load) return load();
  throw failed('Gas reports, profiles, coverage and the debugger need Node.js; this node runs in a page.');
}
