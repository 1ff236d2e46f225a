import type { Machine } from '../../cairo/machine.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { Execution } from '../../execution/callContext.ts';
import { CallMeter } from '../../execution/callMeter.ts';
import type { FeltKey } from '../../felt/key.ts';
import { ifKnown } from '../../state/retryRead.ts';
import type { State } from '../../state/state.ts';
import type { ChainView } from '../chainView.ts';
import type { NodeCoverage } from '../surroundings.ts';
import type { Executions } from './executions.ts';
import type { Purpose, Start } from './executor.ts';

/** Where executions run: the machines, and how a view uses them. */
export type RunPlace = Pick<ChainView, 'surroundings' | 'runOptions'>;

/** Starts an execution that is metered, if a meter is given. */
export type MeteredStart<T> = (
  machine: Machine,
  state: State,
  executions: Executions,
  meter: CallMeter | undefined,
) => Execution<T>;

/** Runs an execution on a state. What the state lacks is fetched, and the execution starts again. */
export function run<T>(place: RunPlace, state: State, start: Start<T>, purpose?: Purpose<T>): Promise<T> {
  const { executor, coverage } = place.surroundings;
  // A run without a purpose repeats what was counted before.
  if (coverage && purpose) return counted(place, coverage, state, start, purpose);
  return executor.run(state, start, place.runOptions, purpose);
}

/** Runs an execution that is recorded step by step, when no other such work is under way. */
export function runLarge<T>({ surroundings, runOptions }: RunPlace, state: State, start: Start<T>): Promise<T> {
  return surroundings.executor.run(state, start, { ...runOptions, isLarge: true });
}

/** Runs an execution on a state, and meters it if what calls use is collected. */
export async function metered<T>(
  place: RunPlace,
  before: State,
  start: MeteredStart<T>,
  purpose: Purpose<T>,
): Promise<T> {
  const { gas } = place.surroundings;
  if (!gas)
    return run(place, before, (machine, state, executions) => start(machine, state, executions, undefined), purpose);
  let meter = new CallMeter();
  const result = await run(
    place,
    before,
    (machine, state, executions) => start(machine, state, executions, (meter = new CallMeter())),
    purpose,
  );
  gas.add(meter.calls, (classHash) => definitionIn(before, classHash));
  return result;
}

async function counted<T>(
  { surroundings, runOptions }: RunPlace,
  { collector, test }: NodeCoverage,
  state: State,
  start: Start<T>,
  purpose: Purpose<T>,
): Promise<T> {
  try {
    const counter = collector.counterFor(test);
    return await surroundings.executor.run(state, start, { ...runOptions, counter }, purpose);
  } finally {
    collector.define((classHash) => definitionIn(state, classHash));
  }
}

/** The definition of a class; undefined if the state does not have it, or not yet. */
const definitionIn = (state: State, classHash: FeltKey): ClassDefinition | undefined =>
  ifKnown(() => state.declaredClassAt(classHash)?.definition);
