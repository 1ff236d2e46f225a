/** Runs tasks one after the other, in the order in which they were added. One that fails does not hold up the next. */
export class InOrder {
  #last: Promise<unknown> = Promise.resolve();

  add<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
