import { nextTurn } from './nextTurn.ts';

/** Work in steps of some milliseconds; whoever drives it may pause after each. */
export type Steps<T> = Generator<void, T, void>;

/** Does all steps in one go. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const SLICE_MS = 20;

/** Does all steps, and lets others have a turn every 20 ms. */
export async function finishInSlices<T>(steps: Steps<T>): Promise<T> {
  let sliceEnd = performance.now() + SLICE_MS;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < sliceEnd) continue;
    await nextTurn();
    sliceEnd = performance.now() + SLICE_MS;
  }
}
