import { isTurnOver, restIfDue } from './turns.ts';

/** Work in steps of some milliseconds; whoever drives it may pause after each. */
export type Steps<T> = Generator<void, T, void>;

/** Does all steps in one go. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does so many steps, and more while the turn lasts; whether that was all of them. */
export function finishInTurn(steps: Steps<unknown>, atLeast: number): boolean {
  for (let done = 0; done < atLeast || !isTurnOver(); done++) if (steps.next().done) return true;
  return false;
}

/** Does all steps in slices, between which others have their turn. */
export async function finishInSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const rest = restIfDue();
    if (rest) await rest;
  }
}
