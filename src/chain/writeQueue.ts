/** Orders writes: each runs alone, in the order of arrival, after everything before it is done or has failed. */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  /** Runs a job in its turn. A signal that fires before then takes it out. */
  run<T>(job: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    const turn = this.#last.then(() => {
      if (this.#closed) throw new Error('The node is closed.');
      signal?.throwIfAborted();
      return job();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Gives up what waits. */
  close(): void {
    this.#closed = true;
  }
}
