// Where the platform has it: a timer of nothing still waits for a millisecond, and long work pauses every twenty.
const { setImmediate } = globalThis as { setImmediate?: (run: () => void) => unknown };

/** Resolves when everything else that waits (requests, timers) had its turn. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => void (setImmediate ? setImmediate(resolve) : setTimeout(resolve)));
