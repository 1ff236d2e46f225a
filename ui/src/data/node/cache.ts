/** The most answers that are cached. */
const MOST_ENTRIES = 300;

interface Entry {
  readonly version: string;
  readonly answer: Promise<unknown>;
  /** Set when the answer is there. */
  value?: unknown;
  isSettled: boolean;
}

/** Answers by request, each with the version of the chain that it belongs to. The least recently used are dropped. */
export class Cache {
  readonly #entries = new Map<string, Entry>();

  /** The answer of this version; asks if there is none. Failures are not cached. */
  get(key: string, version: string, ask: () => Promise<unknown>): Promise<unknown> {
    const known = this.#entries.get(key);
    if (known?.version === version) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.answer;
    }
    const answer = ask();
    const entry: Entry = { version, answer, value: known?.value, isSettled: known?.isSettled ?? false };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    answer.then(
      (value) => {
        entry.value = value;
        entry.isSettled = true;
      },
      () => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
      },
    );
    for (const [oldest] of this.#entries) {
      if (this.#entries.size <= MOST_ENTRIES) break;
      this.#entries.delete(oldest);
    }
    return answer;
  }

  /** The last answer to a request, also if it is old; undefined if there is none. */
  last(key: string): { readonly value: unknown } | undefined {
    const entry = this.#entries.get(key);
    return entry?.isSettled ? { value: entry.value } : undefined;
  }
}
