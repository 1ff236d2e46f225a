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

/** Does the same, and fetches each Need from the base. `waitFor` may give up waiting for the base. */
export async function fetchNeeds<T>(
  read: () => T,
  base: StateBase,
  waitFor: (fetched: Promise<void>) => Promise<void> = (fetched) => fetched,
): Promise<T> {
  const reads = retryRead(read);
  for (;;) {
    const step = reads.next();
    if (step.done) return step.value;
    await waitFor(base.fetch([step.value.item]));
  }
}
