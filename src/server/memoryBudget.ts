/** How long a reader may take nothing before it is cut off. */
const STALL_MILLISECONDS = 30_000;
/** How long a reader must have taken nothing to be cut off when others need its memory. */
const SLOW_MILLISECONDS = 1000;
const CHECK_MILLISECONDS = 5000;

/**
 * The memory that requests being received, answers not yet read and queued notifications may take together. When it is full,
 * the reader that has taken nothing for longest is cut off; when that does not help, new work is refused.
 */
export class MemoryBudget {
  readonly limitBytes: number;
  readonly #stallMilliseconds: number;
  readonly #readers = new Set<MemoryShare>();
  #usedBytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitBytes: number, stallMilliseconds = STALL_MILLISECONDS) {
    this.limitBytes = limitBytes;
    this.#stallMilliseconds = stallMilliseconds;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** A share of the budget, empty at first. One with `cutOff` belongs to a reader, who may be cut off when it is slow. */
  share(cutOff?: () => void): MemoryShare {
    return new MemoryShare(this, cutOff);
  }

  /** For shares only. */
  grow(share: MemoryShare, bytes: number): boolean {
    while (this.#usedBytes + bytes > this.limitBytes) if (!this.#cutOffSlowest(share)) return false;
    this.#usedBytes += bytes;
    if (share.cutOff) {
      this.#readers.add(share);
      this.#timer ??= setInterval(() => this.#cutOffStalled(), CHECK_MILLISECONDS).unref();
    }
    return true;
  }

  /** For shares only. */
  shrink(share: MemoryShare, bytes: number): void {
    this.#usedBytes -= bytes;
    if (share.bytes > 0) return;
    this.#readers.delete(share);
    if (this.#readers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #cutOffSlowest(except: MemoryShare): boolean {
    let slowest: MemoryShare | undefined;
    for (const reader of this.#readers)
      if (reader !== except && !reader.isHandled && (!slowest || reader.progressAt < slowest.progressAt))
        slowest = reader;
    if (!slowest || performance.now() - slowest.progressAt < SLOW_MILLISECONDS) return false;
    this.#cutOff(slowest);
    return true;
  }

  #cutOffStalled(): void {
    const now = performance.now();
    for (const reader of this.#readers)
      if (!reader.isHandled && now - reader.progressAt > this.#stallMilliseconds) this.#cutOff(reader);
  }

  #cutOff(reader: MemoryShare): void {
    // Its connection closes a little later: what it held must count no longer.
    reader.end();
    reader.cutOff?.();
  }
}

/** What one request, answer or connection holds of the budget. */
export class MemoryShare {
  readonly cutOff: (() => void) | undefined;
  readonly #budget: MemoryBudget;
  #bytes = 0;
  #progressAt = performance.now();
  #isHandled = false;

  constructor(budget: MemoryBudget, cutOff: (() => void) | undefined) {
    this.#budget = budget;
    this.cutOff = cutOff;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether it holds a request that is being answered: there is nothing that its sender could take. */
  get isHandled(): boolean {
    return this.#isHandled;
  }

  /** What it holds is a request, and it is being answered, until `end`. */
  handle(): void {
    this.#isHandled = true;
  }

  /** When the reader last took something, or began to have something to take. */
  get progressAt(): number {
    return this.#progressAt;
  }

  /** Takes more of the budget; false when it is full. */
  take(bytes: number): boolean {
    if (!this.#budget.grow(this, bytes)) return false;
    if (this.#bytes === 0) this.#progressAt = performance.now();
    this.#bytes += bytes;
    return true;
  }

  /** Gives back a part: the reader has taken it. */
  give(bytes: number): void {
    const given = Math.min(bytes, this.#bytes);
    this.#bytes -= given;
    this.#progressAt = performance.now();
    this.#budget.shrink(this, given);
  }

  /** Gives back everything. */
  end(): void {
    const bytes = this.#bytes;
    this.#bytes = 0;
    this.#isHandled = false;
    if (bytes > 0) this.#budget.shrink(this, bytes);
  }
}

/** Tells a client why its request was refused. */
export const budgetRefusal = (limitBytes: number): string =>
  `Requests and answers under way take all of the ${limitBytes} bytes that they may. Try again later, or start with a larger --request-memory-limit.\n`;
