import type { RecordedDebugger } from './recordedDebugger.ts';

/** The most debuggers that are kept, and the most bytes of all of them. The newest is kept even if it takes more. */
const MAX_KEPT = 4;
const MAX_BYTES = 256 << 20;
const IDLE_MS = 5 * 60_000;

interface Kept {
  readonly made: Promise<RecordedDebugger>;
  bytes: number;
  /** The end of the last request: they move the same debugger, so each waits for the one before. */
  last: Promise<unknown>;
  usedAt: number;
}

/** The debuggers that clients ask step by step, by the transaction as it ran. A client has no session to open or to close. */
export class KeptDebuggers {
  readonly #kept = new Map<object, Kept>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The number of debuggers. */
  get size(): number {
    return this.#kept.size;
  }

  /** The memory of all of them. */
  get bytes(): number {
    return [...this.#kept.values()].reduce((sum, kept) => sum + kept.bytes, 0);
  }

  /** Drops the oldest. Returns false if there is none. A request that uses it goes on. */
  drop(): boolean {
    for (const [key, { bytes }] of this.#kept) if (bytes > 0) return this.#kept.delete(key);
    return false;
  }

  /** Does something with the debugger of a transaction, which is made if it is not here. */
  use<T>(
    key: object,
    make: () => Promise<RecordedDebugger>,
    work: (debug: RecordedDebugger) => Promise<T>,
  ): Promise<T> {
    let kept = this.#kept.get(key);
    if (kept) this.#kept.delete(key);
    else {
      kept = { made: make(), bytes: 0, last: Promise.resolve(), usedAt: 0 };
      this.#watch(key, kept);
    }
    // The newest is the last one of the map.
    this.#kept.set(key, kept);
    kept.usedAt = performance.now();
    this.#dropOldest();
    this.#dropIdleLater();
    const { made, last } = kept;
    const result = last.then(() => made).then(work);
    kept.last = result.catch(() => {});
    return result;
  }

  #watch(key: object, kept: Kept): void {
    kept.made.then(
      (debug) => {
        kept.bytes = debug.bytes;
        this.#dropOldest();
      },
      () => {
        if (this.#kept.get(key) === kept) this.#kept.delete(key);
      },
    );
  }

  #dropOldest(): void {
    let { bytes } = this;
    for (const [key, kept] of this.#kept) {
      if (this.#kept.size <= 1 || (this.#kept.size <= MAX_KEPT && bytes <= MAX_BYTES)) return;
      this.#kept.delete(key);
      bytes -= kept.bytes;
    }
  }

  #dropIdleLater(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      for (const [key, { usedAt }] of this.#kept) if (performance.now() - usedAt >= IDLE_MS) this.#kept.delete(key);
      if (this.#kept.size > 0) this.#dropIdleLater();
    }, IDLE_MS);
    // Nothing waits for it when the process ends.
    (this.#timer as { unref?: () => void }).unref?.();
  }
}
