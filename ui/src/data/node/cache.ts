/** The most answers that are cached. */
const MOST_ENTRIES = 300;

/** How a request ended. */
export type Settled = { readonly value: unknown } | { readonly error: Error };

interface Request {
  readonly version: string;
  readonly answer: Promise<unknown>;
}

/** What is known about a request. */
interface Entry {
  /** The last answer, and the version that it belongs to. */
  settled?: { readonly version: string; readonly value: unknown } | undefined;
  /** The request that is under way. */
  flight?: Request | undefined;
  /** The request that follows it, because the chain has changed since. */
  next?: { version: string; ask: () => Promise<unknown>; readonly answer: Promise<unknown> } | undefined;
}

/**
 * Answers by request, each with the version of the chain that it belongs to. Of each request at most one is under way: while the chain
 * changes faster than the node answers, every answer is shown, and the next request asks for the newest version. The least recently used
 * answers are dropped.
 */
export class Cache {
  readonly #entries = new Map<string, Entry>();
  readonly #followers = new Map<string, Set<(settled: Settled) => void>>();

  /** The answer of this version, or of a newer one; asks if there is none. Failures are not cached. */
  get(key: string, version: string, ask: () => Promise<unknown>): Promise<unknown> {
    const entry = this.#entries.get(key) ?? {};
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const [oldest] of this.#entries) {
      if (this.#entries.size <= MOST_ENTRIES) break;
      this.#entries.delete(oldest);
    }
    const { settled, flight } = entry;
    if (flight?.version === version) return flight.answer;
    if (!flight)
      return settled?.version === version ? Promise.resolve(settled.value) : this.#ask(key, entry, version, ask);
    if (entry.next) Object.assign(entry.next, { version, ask });
    else {
      const askNext = () => {
        const { version, ask } = entry.next!;
        entry.next = undefined;
        return this.#ask(key, entry, version, ask);
      };
      entry.next = { version, ask, answer: flight.answer.then(askNext, askNext) };
    }
    return entry.next!.answer;
  }

  /** The last answer to a request, also if it is old; undefined if there is none. */
  last(key: string): { readonly value: unknown } | undefined {
    return this.#entries.get(key)?.settled;
  }

  /** Tells of every answer to a request until the returned function is called. */
  follow(key: string, listener: (settled: Settled) => void): () => void {
    const followers = this.#followers.get(key) ?? new Set();
    this.#followers.set(key, followers.add(listener));
    return () => {
      followers.delete(listener);
      if (followers.size === 0 && this.#followers.get(key) === followers) this.#followers.delete(key);
    };
  }

  #ask(key: string, entry: Entry, version: string, ask: () => Promise<unknown>): Promise<unknown> {
    const end = (settled: Settled) => {
      entry.flight = undefined;
      entry.settled = 'error' in settled ? undefined : { version, value: settled.value };
      for (const listener of [...(this.#followers.get(key) ?? [])]) listener(settled);
    };
    const answer = ask().then(
      (value) => {
        end({ value });
        return value;
      },
      (error: Error) => {
        end({ error });
        throw error;
      },
    );
    entry.flight = { version, answer };
    return answer;
  }
}
