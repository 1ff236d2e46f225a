import type { Sandbox } from '../../library/index.ts';

/** The fake timers of a test runner: `vi` of vitest or `jest`, once `useFakeTimers()` was called. */
export interface FakeTimers {
  advanceTimersToNextTimerAsync(): Promise<unknown>;
}

/** The time of a test under a schedule. */
export interface ExploreClock {
  /** Waits, as a program does between two attempts. The time of the chain goes on by as much; nobody really waits, unless timers are faked. */
  sleep(milliseconds: number): Promise<void>;
}

/** Longer than any macrotask that an answer needs. */
const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A clock whose sleeps move the time of the chain. */
export class VirtualClock implements ExploreClock {
  readonly #box: Sandbox;
  #milliseconds = 0;

  constructor(box: Sandbox) {
    this.#box = box;
  }

  readonly sleep = async (milliseconds: number): Promise<void> => {
    const before = Math.floor(this.#milliseconds / 1000);
    this.#milliseconds += milliseconds;
    const seconds = Math.floor(this.#milliseconds / 1000) - before;
    if (seconds > 0) await this.#box.time.set((await this.#box.time.now()) + BigInt(seconds), { mine: false });
    // Answers and notifications that are under way come first, as they would in that time.
    await soon();
  };
}

/** A clock whose sleeps are timers, which are faked. */
export const timerClock: ExploreClock = {
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/**
 * Lets faked time pass while something runs: whoever waits for a timer gets it as soon as nothing else happens. The signal ends that, since
 * what never ends would otherwise move the time of whatever comes next.
 */
export async function passTime<T>(timers: FakeTimers, running: Promise<T>, ended: AbortSignal): Promise<T> {
  let isOver = false;
  const over = () => (isOver = true);
  running.then(over, over);
  while (!isOver && !ended.aborted) await timers.advanceTimersToNextTimerAsync();
  return running;
}
