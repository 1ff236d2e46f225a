import type { ChainView } from '../../chain/chainView.ts';
import type { BroadcastTransaction } from '../../chain/run/broadcast.ts';
import { contextAt } from '../../chain/run/contextAt.ts';
import { rerunOf, type TransactionPlace } from '../../chain/run/rerun.ts';
import { runLarge } from '../../chain/run/runner.ts';
import type { CallRequest, SimulationOptions } from '../../chain/run/simulation.ts';
import { stepsOf } from '../../chain/run/stepsOf.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import { keyOf } from '../../felt/key.ts';
import { failed } from '../../protocol/chainError.ts';
import type { State } from '../../state/state.ts';
import type { NamedClasses } from '../names/namedClasses.ts';
import { namesIn } from '../names/namesIn.ts';
import {
  classesOf,
  type DebugRecording,
  debuggerOf,
  recordCallForDebugger,
  recordForDebugger,
} from './debugExecution.ts';
import type { RecordedDebugger } from './recordedDebugger.ts';

/** Runs a transaction of the chain again for a debugger. */
export async function debugTransaction(view: ChainView, place: TransactionPlace): Promise<RecordedDebugger> {
  const { before, block, submission, flags } = rerunOf(view, place);
  const recording = await runLarge(view, before, (machine, state) =>
    recordForDebugger({ state, block, machine }, submission, flags),
  );
  return namedDebugger(recording, namesIn(view, before), before);
}

/** Makes a call for a debugger. */
export async function debugCall(
  view: ChainView,
  { contractAddress, entryPointSelector, calldata }: CallRequest,
  id: BlockId,
): Promise<RecordedDebugger> {
  const [before, block] = [view.stateOf(id), contextAt(view, id)];
  const recording = await runLarge(view, before, (machine, state) =>
    recordCallForDebugger({ state, block, machine }, keyOf(contractAddress), keyOf(entryPointSelector), calldata),
  );
  return namedDebugger(recording, namesIn(view, before), before);
}

/** Tries out transactions, each after those before it: the debugger of the last, or of the first that would be rejected. */
export async function debugSimulation(
  view: ChainView,
  transactions: readonly BroadcastTransaction[],
  options: SimulationOptions,
  id: BlockId,
): Promise<RecordedDebugger> {
  const block = contextAt(view, id);
  const steps = await stepsOf(view, transactions, options, block);
  let state = view.stateOf(id);
  for (const [index, { submission, flags }] of steps.entries()) {
    const start = state;
    const recording = await runLarge(view, start, (machine, own) =>
      recordForDebugger({ state: own, block, machine }, submission, flags),
    );
    const { outcome } = recording;
    if (outcome.kind === 'rejected' || index === steps.length - 1)
      return namedDebugger(recording, namesIn(view, start), start);
    state = start.apply(outcome.executed.stateDiff, outcome.executed.declared);
  }
  throw failed('There is no transaction to debug: the list is empty.');
}

/** Finds the build output of the classes and makes the debugger. */
export async function namedDebugger(
  recording: DebugRecording,
  names: NamedClasses,
  before: State,
): Promise<RecordedDebugger> {
  for (const classHash of classesOf(recording)) names.find(classHash);
  await names.fetchMissing();
  return debuggerOf(recording, (classHash) => names.find(classHash), before);
}
