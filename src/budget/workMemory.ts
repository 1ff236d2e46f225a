/** How often it is asked whether somebody still waits. */
const ASK_MS = 100;

/** What takes memory while work is under way. */
export type MemoryUse = 'traffic' | 'executions' | 'answers' | 'compilations';

/** Memory that was taken from the budget. */
export interface MemoryHold {
  readonly bytes: number;
  /** Takes more. Returns false, and takes nothing, if there is not enough left. */
  grow(bytes: number): boolean;
  /** Gives a part back. */
  shrink(bytes: number): void;
  /** Gives everything back. */
  end(): void;
  /** Gives everything back to whoever takes over what is kept there, at once: those who wait are served a moment later. */
  handOver(): void;
  /** Counts here from now on what another hold has. */
  takeOver(other: MemoryHold): void;
}

/** A cache that can give up memory when work needs it. */
export interface Reclaimable {
  /** What it keeps. */
  readonly bytes: number;
  /** The work that takes over what it keeps, so that both count once. */
  readonly servesUse?: MemoryUse | undefined;
  /** Gives up one thing, so that less is taken than before. Returns false if it has none. */
  reclaim(): boolean;
}

/** Whoever waits for memory. */
export interface WaitOptions {
  /** Goes before all that are not urgent: a write, which others wait behind. */
  readonly isUrgent?: boolean | undefined;
  /** What it keeps while it waits. */
  readonly kept?: MemoryHold | undefined;
  /** Ends the wait by throwing. It is asked now and then. */
  readonly signal?: { throwIfAborted(): void } | undefined;
}

/** Those who wait would keep too much. */
export class MemoryRefused extends Error {}

interface Waiting {
  readonly use: MemoryUse;
  readonly bytes: number;
  readonly isUrgent: boolean;
  readonly kept: MemoryHold | undefined;
  readonly resolve: (hold: MemoryHold) => void;
  /** Its place among all who have ever waited. */
  readonly arrival: number;
  /** The last who may go before it although it is first: the newest arrival when there was no room for it. */
  lastBefore?: number;
}

/**
 * The one budget of memory for what is under way in this process: requests and answers in transit, executions and recordings that grow
 * large, compilations, what is kept for answers, and caches that can give it up. What the chain itself keeps does not count.
 *
 * Work asks before it grows. When there is not enough left, caches give up what they can; if that does not help, the work ends with an
 * error that names the limit, or gives back what it has and waits. While somebody waits, nobody else gets more, so those who wait
 * are served in their order.
 */
export class WorkMemory {
  #limitBytes: number;
  #usedBytes = 0;
  #isBusy = false;
  #onBusy: ((isBusy: boolean) => void) | undefined;
  readonly #uses = new Map<MemoryUse, number>();
  readonly #waiting: Waiting[] = [];
  #arrivals = 0;
  readonly #caches: Reclaimable[] = [];

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get limitBytes(): number {
    return this.#limitBytes;
  }

  /** Changes the limit of the whole process. */
  set limitBytes(bytes: number) {
    this.#limitBytes = bytes;
    this.#serve();
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** The bytes that one use takes. */
  usedBy(use: MemoryUse): number {
    return this.#uses.get(use) ?? 0;
  }

  /** Calls a function when more than a tenth of the budget is taken, and when no longer. */
  whenBusy(onBusy: (isBusy: boolean) => void): void {
    this.#onBusy = onBusy;
  }

  /** The number of those who wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Counts what a cache keeps, and asks it to give that up before work is refused. Returns a function that ends this. */
  addCache(cache: Reclaimable): () => void {
    this.#caches.push(cache);
    return () => void this.#caches.splice(this.#caches.indexOf(cache), 1);
  }

  /** An empty hold, for work that grows later. */
  hold(use: MemoryUse): MemoryHold {
    return this.#hold(use, 0);
  }

  /** Takes memory. Returns undefined if there is not enough left, or if others wait for it. */
  take(use: MemoryUse, bytes: number): MemoryHold | undefined {
    if (this.#waiting.length > 0 || !this.#makeRoom(use, bytes)) return undefined;
    return this.#hold(use, bytes);
  }

  /**
   * Waits for memory. Never more than the whole budget: it would wait for ever. Throws MemoryRefused if all who wait would keep more than that
   * leaves.
   */
  async wait(use: MemoryUse, bytes: number, { isUrgent = false, kept, signal }: WaitOptions = {}): Promise<MemoryHold> {
    if (kept && kept.bytes + this.#keptByWaiting + bytes > this.#limitBytes) throw new MemoryRefused();
    let timer: ReturnType<typeof setInterval> | undefined;
    const served = new Promise<MemoryHold>((resolve, reject) => {
      const at = isUrgent ? this.#waiting.findIndex((other) => !other.isUrgent) : -1;
      const arrival = ++this.#arrivals;
      const waiting: Waiting = { use, bytes: Math.min(bytes, this.#limitBytes), isUrgent, kept, resolve, arrival };
      this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, waiting);
      this.#serve();
      if (!signal || !this.#waiting.includes(waiting)) return;
      const ask = () => {
        try {
          signal.throwIfAborted();
        } catch (error) {
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
          reject(error as Error);
          this.#serve();
        }
      };
      timer = setInterval(ask, ASK_MS);
    });
    return served.finally(() => clearInterval(timer));
  }

  get #keptByWaiting(): number {
    return this.#waiting.reduce((sum, { kept }) => sum + (kept?.bytes ?? 0), 0);
  }

  #makeRoom(use: MemoryUse, bytes: number): boolean {
    const others = this.#caches.filter((cache) => cache.servesUse !== use);
    // What a cache keeps for work that is under way is part of that work.
    const kept = () => others.reduce((sum, cache) => sum + (this.#isServed(cache) ? 0 : cache.bytes), 0);
    const taken = () => this.#usedBytes + kept();
    for (let before = taken(); before + bytes > this.#limitBytes; before = taken())
      // A cache that says it gave something up, and did not, is not asked for ever.
      if (!others.some((cache) => cache.reclaim() && taken() < before)) return false;
    return true;
  }

  #isServed({ servesUse }: Reclaimable): boolean {
    return servesUse !== undefined && this.usedBy(servesUse) > 0;
  }

  #add(use: MemoryUse, bytes: number): void {
    this.#usedBytes += bytes;
    this.#uses.set(use, this.usedBy(use) + bytes);
    const isBusy = this.#usedBytes > this.#limitBytes / 10;
    if (isBusy === this.#isBusy) return;
    this.#isBusy = isBusy;
    this.#onBusy?.(isBusy);
  }

  #hold(use: MemoryUse, first: number): MemoryHold {
    this.#add(use, first);
    let held = first;
    const shrink = (bytes: number) => {
      this.#add(use, -bytes);
      held -= bytes;
      this.#serve();
    };
    return {
      get bytes() {
        return held;
      },
      grow: (bytes) => {
        if (!this.#makeRoom(use, bytes)) return false;
        this.#add(use, bytes);
        held += bytes;
        return true;
      },
      shrink,
      end: () => shrink(held),
      handOver: () => {
        this.#add(use, -held);
        held = 0;
        setTimeout(() => this.#serve());
      },
      takeOver: (other) => {
        const { bytes } = other;
        other.handOver();
        this.#add(use, bytes);
        held += bytes;
      },
    };
  }

  /**
   * Somebody who keeps something while waiting, and has room itself: what it keeps may leave none for the first. Those who came after it was
   * known that the first has no room do not go before it: there may always be more of them.
   */
  #keepingWithRoom(first: Waiting): Waiting | undefined {
    first.lastBefore ??= this.#arrivals;
    const last = first.lastBefore;
    // A copy: what caches give up may serve others meanwhile.
    return [...this.#waiting].find(
      ({ use, bytes, kept, arrival }) => arrival <= last && (kept?.bytes ?? 0) > 0 && this.#makeRoom(use, bytes),
    );
  }

  #serve(): void {
    for (;;) {
      const first = this.#waiting[0];
      if (!first) return;
      // Those who wait keep the requests that they were sent, and a little more. If nothing else is taken, more waiting would not free anything.
      const isOnlyTheirs = this.#usedBytes === this.usedBy('traffic') + this.#keptByWaiting;
      const { length } = this.#waiting;
      const hasRoom = this.#makeRoom(first.use, first.bytes);
      const other = hasRoom || !isOnlyTheirs ? undefined : this.#keepingWithRoom(first);
      // What a cache gave up may have served some of them already, and then less is left.
      if (this.#waiting.length < length) continue;
      if (!hasRoom && !isOnlyTheirs) return;
      const next = other ?? first;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.resolve(this.#hold(next.use, next.bytes));
    }
  }
}

const MEGABYTE = 2 ** 20;

/** The limit unless an option says otherwise. It leaves a part of a gigabyte for what nobody counts. */
export const DEFAULT_WORK_BYTES = 896 * MEGABYTE;

/** The part that compilations of usual classes have for themselves. */
const classBytes = (limitBytes: number): number => Math.floor(limitBytes / 14);

/** The budget of this process, without the part for usual classes. */
export const workMemory: WorkMemory = new WorkMemory(DEFAULT_WORK_BYTES - classBytes(DEFAULT_WORK_BYTES));

/** The part of the budget for usual classes. It is apart, so that who declares one never waits for the large work of others. */
export const classMemory: WorkMemory = new WorkMemory(classBytes(DEFAULT_WORK_BYTES));

/** Changes the budget of this process. */
export function limitWorkMemory(limitBytes: number): void {
  classMemory.limitBytes = classBytes(limitBytes);
  workMemory.limitBytes = limitBytes - classMemory.limitBytes;
}

/**
 * What requests, answers and notifications in transit may take of `workMemory`: 5/14 of the whole budget. Together with the one large
 * execution that does not wait for them, that is less than a gigabyte.
 */
export const trafficBytes = (): number => Math.floor((workMemory.limitBytes * 5) / 13);

/** The most that work may wait for without ever waiting for requests that wait themselves. */
export const mostAtOnceBytes = (): number => workMemory.limitBytes - trafficBytes();

/** Takes more for requests or answers in transit. Returns false if there is not enough left for them. */
export const growTraffic = (hold: MemoryHold, bytes: number): boolean =>
  workMemory.usedBy('traffic') + bytes <= trafficBytes() && hold.grow(bytes);
