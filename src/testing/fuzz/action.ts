import type { Receipt } from '../../library/index.ts';
import type { ValuesLike } from './values/fastCheck.ts';
import type { Actor, World } from './world.ts';

/** How a step came out. */
export interface StepOutcome {
  /** Why it was reverted or refused; undefined if it was not. */
  readonly reverted?: string | undefined;
  readonly receipt?: Receipt | undefined;
  /** Whether an action of the user left the chain as it was. */
  readonly isIdle?: boolean | undefined;
}

/** Draws a value that is written down, so that the step can be repeated and made simpler. */
export type Draw = <T>(values: ValuesLike<T>) => T;

/** Something that can happen in a sequence. */
export interface Action {
  readonly name: string;
  /** Who does it: an actor, or nobody, as time passes by itself. */
  readonly by: 'actor' | 'nobody';
  run(world: World, actor: Actor, draw: Draw): Promise<StepOutcome>;
  /** What the step is, as a sentence without its end. */
  text(actor: string, values: readonly unknown[]): string;
  /** In which order the next calls are executed, if this makes them wait together. */
  order?(values: readonly unknown[]): readonly number[];
  /** The same as a line of TypeScript; undefined if only `invariant` can repeat it. */
  code(actor: string, values: readonly unknown[]): string | undefined;
}

/** One thing that happened: who did what with which values. */
export interface Step {
  readonly action: string;
  readonly actor: string;
  readonly values: readonly unknown[];
}

/** The steps of a test, in their order. */
export type Sequence = readonly Step[];
