import { waitOutside } from '../async/turnMeter.ts';
import { restIfDue } from '../async/turns.ts';
import { Need } from './need.ts';
import type { StateBase } from './stateBase.ts';

/** Runs a read that changes nothing. Yields each Need that it throws and then runs it again, until it returns. */
export function* retryRead<T>(read: () => T): Generator<Need, T, void> {
  for (;;)
    try {
      return read();
    } catch (need) {
      if (!(need instanceof Need)) throw need;
      yield need;
    }
}

/** Runs a read that fetches nothing: undefined if it needs a value that is not here yet. */
export function ifKnown<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (need) {
    if (need instanceof Need) return undefined;
    throw need;
  }
}

/** Asks the base and waits for it, or gives up. */
type WaitFor = (fetch: () => Promise<void>) => Promise<void>;

/** Does the same, and fetches each Need from the base. */
export const fetchNeeds = <T>(read: () => T, base: StateBase, waitFor?: WaitFor): Promise<T> =>
  fetchInSlices(retryRead(read), base, waitFor);

/** Work in steps of a few milliseconds that also yields what it needs from the base. */
export type FetchingSteps<T> = Generator<Need | undefined, T, void>;

/** Runs all steps without a pause. Throws the first Need, so that the caller fetches it and begins again. */
export function finishReads<T>(steps: FetchingSteps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (step.value) throw step.value;
  }
}

/** Runs all steps in time slices, and fetches each Need from the base. */
export async function fetchInSlices<T>(
  steps: FetchingSteps<T>,
  base: StateBase,
  waitFor: WaitFor = (fetch) => fetch(),
): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const need = step.value;
    const pause = need ? waitOutside(waitFor(() => base.fetch([need.item]))) : restIfDue();
    if (pause) await pause;
  }
}
