// Measures how long the work of each request has the thread before others are served. Work says when it gets the thread; it has it until
// other work says the same, or until the event loop goes on. Nothing is measured until somebody observes.

/** How long work of one kind had the thread at a time. */
export type TurnObserver = (work: string, milliseconds: number) => void;

/**
 * The processor time is read at most once in this time, since a reading takes about as long as a short request. A turn is therefore counted as at
 * most this much longer than it was, and never as longer than it took.
 */
const RESOLUTION_MS = 10;

/** Work that does not say whose it is, and the JSON of requests before their method is known. */
const OTHER = 'other';
export const READING = 'reading';

let observer: TurnObserver | undefined;
/** The processor time of this thread, in milliseconds. */
let readProcessorTime: () => number = () => 0;
/** Whose work has the thread, and since when; undefined if nobody's. */
let work: string | undefined;
let since = 0;
/** When the processor time was last read, and what it was. */
let readAt = 0;
let processorTime = 0;
let endsSoon = false;

// Browsers have no setImmediate. There, nothing is measured.
const { setImmediate } = globalThis as { setImmediate?: (run: () => void) => unknown };

/** Starts to measure. There is one observer of a process; undefined ends it. */
export function observeTurns(observe: TurnObserver | undefined, processorMilliseconds: () => number): void {
  observer = setImmediate && observe;
  readProcessorTime = processorMilliseconds;
  readAt = performance.now();
  processorTime = readProcessorTime();
  work = undefined;
}

/** Whose work has the thread now, for work that will go on later. */
export const currentWork = (): string | undefined => work;

/** Work gets the thread: that of a method, or other work. */
export function takeThread(next: string | undefined): void {
  if (!observer) return;
  const now = performance.now();
  if (work !== undefined) count(now);
  work = next ?? OTHER;
  since = now;
  if (endsSoon) return;
  endsSoon = true;
  setImmediate!(leaveThread);
}

/** Waits for something from outside, such as an origin. The work gets the thread again afterwards. */
export async function waitOutside<T>(awaited: Promise<T>): Promise<T> {
  const before = work;
  const result = await awaited;
  takeThread(before);
  return result;
}

/** The event loop goes on. */
function leaveThread(): void {
  endsSoon = false;
  if (work !== undefined && observer) count(performance.now());
  work = undefined;
}

function count(now: number): void {
  let milliseconds = now - since;
  if (now - readAt >= RESOLUTION_MS) {
    const read = readProcessorTime();
    milliseconds = Math.min(milliseconds, read - processorTime);
    processorTime = read;
    readAt = now;
  }
  observer!(work!, milliseconds);
}
