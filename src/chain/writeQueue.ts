import { restIfDue } from '../async/turns.ts';
import type { Cancellation } from './cancellation.ts';

/** The queue of writes. Each runs alone, in the order of arrival, after the earlier ones have ended. */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;
  #waiting = 0;
  /** Those of them that a client waits for. */
  #awaited = 0;

  /** Whether a job runs or waits. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** Whether a job runs or waits that is not for the background. */
  get isAwaited(): boolean {
    return this.#awaited > 0;
  }

  /** Adds a job to the queue. A signal that fires before it starts removes it. */
  run<T>(job: () => T | Promise<T>, signal?: Cancellation, isBackground = false): Promise<T> {
    const turn = this.#last.then(async () => {
      // A long queue of short jobs is long work too.
      const rest = restIfDue();
      if (rest) await rest;
      this.throwIfClosed();
      signal?.throwIfAborted();
      return job();
    });
    const awaited = isBackground ? 0 : 1;
    this.#waiting++;
    this.#awaited += awaited;
    const done = () => {
      this.#waiting--;
      this.#awaited -= awaited;
    };
    this.#last = turn.then(done, done);
    return turn;
  }

  throwIfClosed(): void {
    if (this.#closed) throw new Error('The node is closed.');
  }

  /** Cancels the waiting jobs. */
  close(): void {
    this.#closed = true;
  }
}
