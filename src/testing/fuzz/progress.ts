/** Where progress is shown. */
export interface Terminal {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** How often a line is written where lines cannot change. */
const EVERY_MS = 5000;

/**
 * Shows how far a search is: on a terminal by a line that changes; elsewhere, as in the workers of test runners, by a line now and then,
 * so that a short search writes nothing.
 */
export class Progress {
  readonly #out: Terminal;
  readonly #now: () => number;
  #next: number;
  #isShown: boolean;

  /** `isWanted`: whether the user wants to see it, or undefined if nothing was said. */
  constructor(isWanted: boolean | undefined, out: Terminal = process.stderr, now = () => performance.now()) {
    this.#out = out;
    this.#now = now;
    this.#next = isWanted === false ? Number.POSITIVE_INFINITY : now() + EVERY_MS;
    this.#isShown = isWanted ?? out.isTTY === true;
  }

  show(line: () => string): void {
    if (this.#out.isTTY) {
      if (this.#isShown) this.#out.write(`\r${line()}\x1b[K`);
    } else if (this.#now() >= this.#next) {
      this.#next = this.#now() + EVERY_MS;
      this.#isShown = true;
      this.#out.write(`${line()}\n`);
    }
  }

  /** Writes the last line, if others were shown or are wanted. */
  end(line: string): void {
    if (this.#isShown) this.#out.write(this.#out.isTTY ? `\r${line}\x1b[K\n` : `${line}\n`);
  }
}
