import type { Choices } from '../draws.ts';
import type { Action, Draw, Sequence, Step, StepOutcome } from './action.ts';
import { runTogether } from './runTogether.ts';
import { readValues } from './values/fastCheck.ts';
import type { Values } from './values/values.ts';
import type { World } from './world.ts';

/** How a sequence failed. */
export interface Failure {
  readonly error: unknown;
  /** Whether the check failed, or an action threw something that is no revert. */
  readonly by: 'check' | 'action';
  /** Whether it is a revert that must not be. */
  readonly isRevert?: boolean;
}

/** A sequence as it ran. */
export interface SequenceRun {
  /** The steps that ran, with all values. The last one is the one that failed, or one that waited with it. */
  readonly steps: Sequence;
  /** What the values of each step were drawn from. */
  readonly sets: readonly (readonly Values<unknown>[])[];
  /** How each step came out; undefined for those that were not executed. */
  readonly outcomes: readonly (StepOutcome | undefined)[];
  readonly failure: Failure | undefined;
  /** Whether a value of the plan was not in its set, which ended the sequence. */
  readonly isUnfit?: boolean;
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

/** Runs a sequence from the start. Values that a step lacks are drawn. `isChecked`: whether those that it has must be in their sets. */
export async function runSequence(
  world: World,
  subject: Subject,
  plan: Sequence,
  choices: Choices,
  isChecked = false,
): Promise<SequenceRun> {
  await world.reset();
  const run = new RunningSequence(world, subject, choices, isChecked);
  let failure: Failure | undefined;
  for (let i = 0; i < plan.length && !failure && !run.isUnfit; ) {
    const order = run.orderOfNext;
    const count = order ? countOfCalls(plan.slice(i, i + order.length), subject) : 0;
    const steps = plan.slice(i, i + Math.max(1, count));
    i += steps.length;
    const isEnd = i === plan.length;
    if (order && steps.length > 1) {
      let left = steps.length;
      const begun: ReturnType<RunningSequence['begin']>[] = [];
      const starts = steps.map((step) => () => {
        const one = run.begin(step);
        begun.push(one);
        return one.outcome;
      });
      await runTogether(world.box, starts, order, async (index) => {
        failure = await run.settle(begun[index]!, isEnd && --left === 0);
        return failure === undefined;
      });
    } else failure = await run.settle(run.begin(steps[0]!), isEnd);
  }
  return { ...run.recorded, failure, isUnfit: run.isUnfit };
}

/** How many steps at the start of some are calls of actors, which can wait in the mempool. */
function countOfCalls(steps: Sequence, { actions }: Subject): number {
  const end = steps.findIndex(({ action }) => actions.get(action)!.by !== 'actor');
  return end < 0 ? steps.length : end;
}

/** A sequence as far as it has run. */
class RunningSequence {
  readonly #world: World;
  readonly #subject: Subject;
  readonly #choices: Choices;
  readonly #isChecked: boolean;
  readonly #steps: Step[] = [];
  readonly #sets: (readonly Values<unknown>[])[] = [];
  readonly #outcomes: (StepOutcome | undefined)[] = [];
  isUnfit = false;

  constructor(world: World, subject: Subject, choices: Choices, isChecked: boolean) {
    this.#world = world;
    this.#subject = subject;
    this.#choices = choices;
    this.#isChecked = isChecked;
  }

  get recorded(): Omit<SequenceRun, 'failure' | 'isUnfit'> {
    return { steps: this.#steps, sets: this.#sets, outcomes: this.#outcomes };
  }

  /** In which order the next calls are executed, if the last step makes them wait together. */
  get orderOfNext(): readonly number[] | undefined {
    const last = this.#steps.at(-1);
    return last && this.#subject.actions.get(last.action)!.order?.(last.values);
  }

  /** Starts a step. */
  begin(step: Step): { readonly index: number; readonly outcome: Promise<StepOutcome> } {
    const world = this.#world;
    const values: unknown[] = [];
    const sets: Values<unknown>[] = [];
    const index = this.#steps.push({ ...step, values }) - 1;
    this.#sets.push(sets);
    this.#outcomes.push(undefined);
    const actor = world.setting.actors.find(({ known }) => known.name === step.actor)!;
    const draw: Draw = (given) => {
      const set = readValues(given, 'draw');
      const isGiven = values.length < step.values.length;
      const value = isGiven ? step.values[values.length] : set.draw(this.#choices, world.hints);
      if (isGiven && this.#isChecked && set.has(value) === false) {
        this.isUnfit = true;
        throw new TypeError('This value is not in the set that it is drawn from.');
      }
      values.push(value);
      sets.push(set as Values<unknown>);
      return value as never;
    };
    const action = this.#subject.actions.get(step.action)!;
    return { index, outcome: Promise.resolve().then(() => action.run(world, actor, draw)) };
  }

  /** Waits for a step, and checks. Returns what failed. `isEnd`: whether it is the last one of the sequence. */
  async settle(
    { index, outcome: running }: ReturnType<RunningSequence['begin']>,
    isEnd: boolean,
  ): Promise<Failure | undefined> {
    const { checkAfter, checksReverts, failOnRevert } = this.#subject;
    const step = this.#steps[index]!;
    let outcome: StepOutcome;
    try {
      outcome = await running;
    } catch (error) {
      return { error, by: 'action' };
    }
    this.#outcomes[index] = outcome;
    if (outcome.reverted !== undefined && failOnRevert)
      return { error: new Error(`${step.action} was reverted: ${outcome.reverted}`), by: 'action', isRevert: true };
    const isChecked = checkAfter === 'call' && (outcome.reverted === undefined || checksReverts);
    if (!isChecked && !isEnd) return undefined;
    const failed = await checkError(this.#world, this.#subject, { ...step, ...outcome });
    return failed && { error: failed.error, by: 'check' };
  }
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
