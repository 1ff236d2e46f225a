import { isTurnOver, restIfDue } from './turns.ts';

/** Work in steps of a few milliseconds. The caller that runs the generator may pause after each step. */
export type Steps<T> = Generator<void, T, void>;

/** Runs all steps without a pause. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs at least `atLeast` steps, and more until the turn is over. Returns whether all steps are done. */
export function finishInTurn(steps: Steps<unknown>, atLeast: number): boolean {
  for (let done = 0; done < atLeast || !isTurnOver(); done++) if (steps.next().done) return true;
  return false;
}

/** Runs all steps in time slices; other work runs between two slices. */
export async function finishInSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const rest = restIfDue();
    if (rest) await rest;
  }
}
