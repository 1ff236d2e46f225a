// One thread serves everybody, so long work takes turns: one slice of it for each round of the event loop, between which
// all requests that have arrived are read. Whoever works long asks between two parts of the work whether the turn is over.

/** How long all long work together may run before others are served. */
const TURN_MS = 20;

// Where the platform has it: a timer of nothing still waits for a millisecond.
const { setImmediate } = globalThis as { setImmediate?: (run: () => void) => unknown };
const soon = (run: () => void): unknown => (setImmediate ? setImmediate(run) : setTimeout(run));

/** Work that waits for its next turn, the longest waiting first. */
const waiting: (() => void)[] = [];
/** When the present turn began; undefined while no long work has run since requests were last read. */
let began: number | undefined;

function begin(): void {
  began = performance.now();
  soon(end);
}

function end(): void {
  began = undefined;
  const next = waiting.shift();
  if (!next) return;
  begin();
  next();
}

/** Resolves when everything else that waits (requests, timers, other long work) had its turn. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (began === undefined) begin();
  });

/** Whether long work has to wait for its next turn. */
export function isTurnOver(): boolean {
  if (began !== undefined) return performance.now() - began >= TURN_MS;
  begin();
  return false;
}

/** For long work, called between its parts: undefined while the turn lasts, then a promise of the next one. */
export const restIfDue = (): Promise<void> | undefined => (isTurnOver() ? nextTurn() : undefined);
