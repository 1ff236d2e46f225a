/** How long something is only counted after it was told of. */
const PAUSE_MS = 10_000;

/** Tells of something that clients can make happen thousands of times: at once the first time, then every ten seconds how often. */
export class Occasionally {
  readonly #tell: (count: number) => void;
  readonly #pauseMs: number;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (count: number) => void, pauseMs = PAUSE_MS) {
    this.#tell = tell;
    this.#pauseMs = pauseMs;
  }

  happened(): void {
    this.#count++;
    if (!this.#timer) this.#report();
  }

  #report(): void {
    this.#timer = undefined;
    if (this.#count === 0) return;
    this.#tell(this.#count);
    this.#count = 0;
    this.#timer = setTimeout(() => this.#report(), this.#pauseMs).unref();
  }
}
