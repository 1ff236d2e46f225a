import { type MemoryHold, workMemory } from '../budget/workMemory.ts';
import { limits } from '../protocol/limits.ts';

/** A client that reads nothing for this time is disconnected. */
const STALL_MILLISECONDS = limits.unreadSeconds * 1000;
/** A client that has read nothing for this time is disconnected if others need its memory. */
const SLOW_MILLISECONDS = 1000;
const CHECK_MILLISECONDS = 5000;
/** How often an answer that waits for others to be read looks for room. */
const RETRY_MILLISECONDS = 20;

/**
 * The memory for the traffic of a server: requests being received, answers not yet read and queued notifications together. It is a part of the
 * budget of the process. When it is used up, the client that has read nothing for the longest time is disconnected. If that does not help, new
 * requests are refused.
 */
export class MemoryBudget {
  readonly limitBytes: number;
  readonly #stallMilliseconds: number;
  readonly #readers = new Set<MemoryShare>();
  readonly #hold: MemoryHold;
  readonly #forget: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitBytes: number, stallMilliseconds = STALL_MILLISECONDS, work = workMemory) {
    this.limitBytes = limitBytes;
    this.#stallMilliseconds = stallMilliseconds;
    this.#hold = work.hold('traffic');
    // Its bytes are counted by the hold.
    this.#forget = work.addCache({ bytes: 0, reclaim: () => this.#cutOffSlowest() });
  }

  get usedBytes(): number {
    return this.#hold.bytes;
  }

  /** The server was closed. Its connections return what they took. */
  end(): void {
    this.#forget();
  }

  /** A share of the budget, empty at first. A share with `cutOff` belongs to a client that can be disconnected when it reads slowly. */
  share(cutOff?: () => void): MemoryShare {
    return new MemoryShare(this, cutOff);
  }

  /** For shares only. Disconnects slow readers if that makes room. */
  hasRoom(share: MemoryShare, bytes: number): boolean {
    while (this.usedBytes + bytes > this.limitBytes) if (!this.#cutOffSlowest(share)) return false;
    return true;
  }

  /** For shares only. */
  grow(share: MemoryShare, bytes: number): boolean {
    if (!this.hasRoom(share, bytes) || !this.#hold.grow(bytes)) return false;
    if (share.cutOff && bytes > 0) {
      this.#readers.add(share);
      this.#timer ??= setInterval(() => this.#cutOffStalled(), CHECK_MILLISECONDS).unref();
    }
    return true;
  }

  /** For shares only. */
  shrink(share: MemoryShare, bytes: number): void {
    // First: work that waits for the memory may look for a reader to disconnect, and this one has nothing left to give.
    if (share.bytes === 0) this.#readers.delete(share);
    if (this.#readers.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    this.#hold.shrink(bytes);
  }

  #cutOffSlowest(except?: MemoryShare): boolean {
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
    // Its connection closes a little later, but its memory must be available now. One that took nothing would be found again and again.
    this.#readers.delete(reader);
    reader.end();
    reader.cutOff?.();
  }
}

/** The part of the budget that one request, answer or connection uses. */
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

  /** Whether it holds a request that is being answered, so that there is nothing for the client to read yet. */
  get isHandled(): boolean {
    return this.#isHandled;
  }

  /** To be called when the request that it holds is being answered; ends with `end`. */
  handle(): void {
    this.#isHandled = true;
  }

  /** When the client last read something, or when there first was something to read. */
  get progressAt(): number {
    return this.#progressAt;
  }

  /** Takes more of the budget. Returns false if there is not enough left. */
  take(bytes: number): boolean {
    if (!this.#budget.grow(this, bytes)) return false;
    if (this.#bytes === 0) this.#progressAt = performance.now();
    this.#bytes += bytes;
    return true;
  }

  /**
   * Waits while the answers to others take all that answers in transit may take: they are read, or their readers are disconnected. Returns
   * false if the connection was closed meanwhile, or if it takes too long.
   */
  async waitForRoom(bytes: number, isOpen: () => boolean): Promise<boolean> {
    for (const start = performance.now(); isOpen() && performance.now() - start < STALL_MILLISECONDS; ) {
      if (this.#budget.hasRoom(this, bytes)) return true;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
    }
    return false;
  }

  /** Returns a part, because the client has read it. */
  give(bytes: number): void {
    const given = Math.min(bytes, this.#bytes);
    this.#bytes -= given;
    this.#progressAt = performance.now();
    this.#budget.shrink(this, given);
  }

  /** Returns everything. */
  end(): void {
    const bytes = this.#bytes;
    this.#bytes = 0;
    this.#isHandled = false;
    if (bytes > 0) this.#budget.shrink(this, bytes);
  }
}

/** The text that tells a client why its request was refused. */
export const budgetRefusal = (limitBytes: number): string =>
  `Requests and answers under way take all of the ${limitBytes} bytes that they may. Try again later, or start with a larger --memory-limit.\n`;
