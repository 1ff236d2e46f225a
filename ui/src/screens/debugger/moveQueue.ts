/** More moves than this do not wait: nobody presses as many keys on purpose. */
const MOST_WAITING = 50;

/** A request to the debugger; false if it failed, and those behind it make no sense any more. */
export type Step = () => Promise<boolean>;

/** Makes requests one after the other, because a step starts where the one before it ended. */
export class MoveQueue {
  #waiting: Step[] = [];
  #isBusy = false;

  /** Makes a request after those that wait. */
  add(step: Step): void {
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(step);
    void this.#work();
  }

  /** Makes a request in place of those that wait: it does not depend on them. */
  replace(step: Step): void {
    this.#waiting = [step];
    void this.#work();
  }

  /** Drops what waits. */
  clear(): void {
    this.#waiting = [];
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let step = this.#waiting.shift(); step; step = this.#waiting.shift()) if (!(await step())) this.clear();
    this.#isBusy = false;
  }
}
