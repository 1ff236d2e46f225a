import type { Choices } from '../draws.ts';
import type { Action, Sequence, Step } from './action.ts';
import { pick } from './values/values.ts';

/** Who can do what. */
export interface Cast {
  readonly calls: readonly Action[];
  readonly moves: readonly Action[];
  readonly actors: readonly string[];
}

/** One step in so many is a move, if there are any. */
const MOVES = 8;

/** A new step, whose values are drawn when it runs. Half of them are by who acted last: much needs several calls of one actor. */
function drawStep(choices: Choices, { calls, moves, actors }: Cast, before: Step | undefined): Step {
  const isMove = moves.length > 0 && choices.below(MOVES) === 0;
  const { name, by } = pick(choices, isMove ? moves : calls);
  const actor = before && choices.below(2) === 0 ? before.actor : pick(choices, actors);
  return { action: name, actor: by === 'actor' ? actor : actors[0]!, values: [] };
}

/** A sequence of new steps, or one that reached something new before, changed and continued. */
export function drawSequence(choices: Choices, cast: Cast, corpus: readonly Sequence[], depth: number): Sequence {
  // Short ones are fast, and much that breaks needs few steps.
  const length = 1 + choices.below(choices.below(2) === 0 ? depth : Math.max(1, Math.ceil(depth / 3)));
  const known = corpus.length > 0 && choices.below(2) === 0 ? changed(choices, cast, corpus) : [];
  const steps = [...known];
  const wanted = Math.max(length, known.length + 1);
  while (steps.length < wanted) steps.push(drawStep(choices, cast, steps.at(-1)));
  return steps.slice(0, depth);
}

/** A sequence of the corpus with a small change. */
function changed(choices: Choices, cast: Cast, corpus: readonly Sequence[]): Sequence {
  const sequence = pick(choices, corpus);
  const at = choices.below(sequence.length);
  const step = sequence[at]!;
  switch (choices.below(6)) {
    case 0:
      return sequence;
    case 1:
      return sequence.toSpliced(at, 1);
    case 2:
      return sequence.toSpliced(at, 0, drawStep(choices, cast, step));
    case 3:
      // The values from one of them on are drawn again.
      return sequence.with(at, { ...step, values: step.values.slice(0, choices.below(step.values.length + 1)) });
    case 4:
      return sequence.with(at, { ...step, actor: pick(choices, cast.actors) });
    default:
      return [...sequence.slice(0, at + 1), ...pick(choices, corpus)];
  }
}
