import type { Choices } from '../draws.ts';
import type { Action, Sequence, Step, StepOutcome } from './action.ts';
import { readValues } from './values/fastCheck.ts';
import type { Values } from './values/values.ts';
import type { World } from './world.ts';

/** How a sequence failed. */
export interface Failure {
  readonly error: unknown;
  /** Whether the check failed, or an action threw something that is no revert. */
  readonly by: 'check' | 'action';
}

/** A sequence as it ran. */
export interface SequenceRun {
  /** The steps that ran, with all values. The last one is the one that failed. */
  readonly steps: Sequence;
  /** What the values of each step were drawn from. */
  readonly sets: readonly (readonly Values<unknown>[])[];
  readonly outcomes: readonly StepOutcome[];
  readonly failure: Failure | undefined;
}

/** What a check is told of the last step. */
export interface LastStep extends StepOutcome, Step {}

/** What is tested. */
export interface Subject {
  readonly actions: ReadonlyMap<string, Action>;
  readonly check: (world: World, last: LastStep | undefined) => unknown;
  readonly checkAfter: 'call' | 'sequence';
  /** Whether a check looks at steps that were reverted too, though they changed nothing. */
  readonly checksReverts: boolean;
  /** Whether a revert is a failure. */
  readonly failOnRevert: boolean;
}

/** Runs a sequence from the start. Values that a step lacks are drawn. */
export async function runSequence(
  world: World,
  subject: Subject,
  plan: Sequence,
  choices: Choices,
): Promise<SequenceRun> {
  await world.reset();
  const steps: Step[] = [];
  const sets: (readonly Values<unknown>[])[] = [];
  const outcomes: StepOutcome[] = [];
  const ended = (failure: Failure | undefined): SequenceRun => ({ steps, sets, outcomes, failure });
  for (const [i, step] of plan.entries()) {
    const values: unknown[] = [];
    const stepSets: Values<unknown>[] = [];
    steps.push({ ...step, values });
    sets.push(stepSets);
    const action = subject.actions.get(step.action)!;
    const actor = world.setting.actors.find(({ known }) => known.name === step.actor)!;
    let outcome: StepOutcome;
    try {
      outcome = await action.run(world, actor, (given) => {
        const set = readValues(given, 'draw');
        const value = values.length < step.values.length ? step.values[values.length] : set.draw(choices, world.hints);
        values.push(value);
        stepSets.push(set as Values<unknown>);
        return value as never;
      });
    } catch (error) {
      return ended({ error, by: 'action' });
    }
    outcomes.push(outcome);
    if (outcome.reverted !== undefined && subject.failOnRevert)
      return ended({ error: new Error(`${step.action} was reverted: ${outcome.reverted}`), by: 'action' });
    const isChecked = subject.checkAfter === 'call' ? outcome.reverted === undefined || subject.checksReverts : false;
    if (!isChecked && i < plan.length - 1) continue;
    const error = await checkError(world, subject, { ...steps[i]!, ...outcome });
    if (error) return ended({ error: error.error, by: 'check' });
  }
  return ended(undefined);
}

/** What a check throws now; false is a failure too. */
export async function checkError(
  world: World,
  { check }: Subject,
  last: LastStep | undefined,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    if ((await check(world, last)) === false) return { error: new Error('The check returned false.') };
    return undefined;
  } catch (error) {
    return { error };
  }
}
