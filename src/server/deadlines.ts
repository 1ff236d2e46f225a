/**
 * Things that may wait equally long, each for a while of its own. One timer serves them all: those that began first
 * are due first, and a timer for each request would cost more than a small request itself.
 */
export class Deadlines<T> {
  readonly #milliseconds: number;
  readonly #expire: (item: T) => void;
  /** When each began to wait, the longest waiting first. */
  readonly #since = new Map<T, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, expire: (item: T) => void) {
    this.#milliseconds = milliseconds;
    this.#expire = expire;
  }

  /** From now on this one waits; it must not be waiting already. */
  add(item: T): void {
    this.#since.set(item, performance.now());
    this.#timer ??= this.#wakeAfter(this.#milliseconds);
  }

  /** Those that wait. */
  items(): Iterable<T> {
    return this.#since.keys();
  }

  get size(): number {
    return this.#since.size;
  }

  delete(item: T): void {
    this.#since.delete(item);
  }

  #wakeAfter(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#expireDue(), Math.ceil(milliseconds)).unref();
  }

  #expireDue(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const [item, since] of this.#since) {
      const left = since + this.#milliseconds - now;
      if (left > 0) {
        this.#timer = this.#wakeAfter(left);
        return;
      }
      this.#since.delete(item);
      this.#expire(item);
    }
  }
}
