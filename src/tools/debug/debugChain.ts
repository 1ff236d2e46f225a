import type { TransactionPlace } from '../../chain/run/rerun.ts';
import type { SimulatedStep } from '../../chain/run/simulateBatch.ts';
import type { CallRequest } from '../../chain/run/simulation.ts';
import type { BlockContext } from '../../execution/blockContext.ts';
import { keyOf } from '../../felt/key.ts';
import { failed } from '../../protocol/chainError.ts';
import type { State } from '../../state/state.ts';
import type { NamedClasses } from '../names/namedClasses.ts';
import type { ToolHost } from '../tools.ts';
import {
  classesOf,
  type DebugRecording,
  debuggerOf,
  recordCallForDebugger,
  recordForDebugger,
} from './debugExecution.ts';
import type { RecordedDebugger } from './recordedDebugger.ts';

/** Runs a transaction of the chain again for a debugger. */
export async function debugTransaction(host: ToolHost, place: TransactionPlace): Promise<RecordedDebugger> {
  const { before, block, submission, flags } = host.rerunOf(place);
  const recording = await host.runLarge(before, (machine, state) =>
    recordForDebugger({ state, block, machine }, submission, flags),
  );
  return namedDebugger(recording, host.namesIn(before), before);
}

/** Makes a call for a debugger. */
export async function debugCall(
  host: ToolHost,
  before: State,
  block: BlockContext,
  { contractAddress, entryPointSelector, calldata }: CallRequest,
): Promise<RecordedDebugger> {
  const recording = await host.runLarge(before, (machine, state) =>
    recordCallForDebugger({ state, block, machine }, keyOf(contractAddress), keyOf(entryPointSelector), calldata),
  );
  return namedDebugger(recording, host.namesIn(before), before);
}

/** Tries out transactions, each after those before it: the debugger of the last, or of the first that would be rejected. */
export async function debugSimulation(
  host: ToolHost,
  before: State,
  block: BlockContext,
  steps: readonly SimulatedStep[],
): Promise<RecordedDebugger> {
  let state = before;
  for (const [index, { submission, flags }] of steps.entries()) {
    const start = state;
    const recording = await host.runLarge(start, (machine, own) =>
      recordForDebugger({ state: own, block, machine }, submission, flags),
    );
    const { outcome } = recording;
    if (outcome.kind === 'rejected' || index === steps.length - 1)
      return namedDebugger(recording, host.namesIn(start), start);
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
