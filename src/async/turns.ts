import { currentWork, takeThread } from './turnMeter.ts';

// One thread serves all clients, so long work takes turns: each round of the event loop runs one time slice of it, and all
// requests that have arrived are read between two slices. Long work checks between its parts whether its turn is over.

/** How long all long work together may run before requests are served. */
const TURN_MS = 20;

// Browsers have no setImmediate, and a timeout of 0 waits for at least a millisecond.
const { setImmediate } = globalThis as { setImmediate?: (run: () => void) => unknown };
const soon = (run: () => void): unknown => (setImmediate ? setImmediate(run) : setTimeout(run));

/** Work that waits for its next turn, in the order in which it began to wait. */
const waiting: { readonly work: string | undefined; readonly run: () => void }[] = [];
/** When the current turn began; undefined while no long work has run since requests were last read. */
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
  takeThread(next.work);
  next.run();
}

/** Resolves after everything else that waits (requests, timers, other long work) has had its turn. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push({ work: currentWork(), run: resolve });
    if (began === undefined) begin();
  });

/** Whether long work has to wait for its next turn. */
export function isTurnOver(): boolean {
  if (began !== undefined) return performance.now() - began >= TURN_MS;
  begin();
  if (currentWork() === undefined) takeThread(undefined);
  return false;
}

/** Long work calls this between its parts. It returns undefined while the turn lasts, then a promise of the next turn. */
export const restIfDue = (): Promise<void> | undefined => (isTurnOver() ? nextTurn() : undefined);
