/**
 * Timeouts of the same length for many items. One timer serves them all, because items expire in the order in which they were added. A
 * timer for each request would cost more than a small request itself.
 */
export class Timeouts<T> {
  readonly #milliseconds: number;
  readonly #expire: (item: T) => void;
  /** The time at which each item was added, oldest first. */
  readonly #since = new Map<T, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, expire: (item: T) => void) {
    this.#milliseconds = milliseconds;
    this.#expire = expire;
  }

  /** Starts the timeout of an item that has none running. */
  add(item: T): void {
    this.#since.set(item, performance.now());
    this.#timer ??= this.#wakeAfter(this.#milliseconds);
  }

  /** The items whose timeout is running, oldest first. */
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
