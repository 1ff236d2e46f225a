/** After a report, events are only counted for this time. */
const PAUSE_MS = 10_000;

/** Reports events that clients can cause thousands of times: the first one immediately, then their number every ten seconds (rate limit). */
export class RateLimitedReport {
  readonly #send: (count: number) => void;
  readonly #pauseMs: number;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(report: (count: number) => void, pauseMs = PAUSE_MS) {
    this.#send = report;
    this.#pauseMs = pauseMs;
  }

  happened(): void {
    this.#count++;
    if (!this.#timer) this.#report();
  }

  #report(): void {
    this.#timer = undefined;
    if (this.#count === 0) return;
    this.#send(this.#count);
    this.#count = 0;
    this.#timer = setTimeout(() => this.#report(), this.#pauseMs).unref();
  }
}
