/** The most answers that are kept. */
const MOST = 50;
/** The most pages of one of them: 2 million characters. */
const MOST_PAGES = 500;

/** The most characters of all of them. */
const MOST_CHARS = 5_000_000;

/** Long answers, of which clients read one page after the other. */
export class Pages {
  readonly #kept = new Map<string, readonly string[]>();
  #next = 1;
  #chars = 0;

  /** Keeps an answer. Returns its handle. */
  keep(pages: readonly string[]): string {
    const handle = `m${this.#next++}`;
    const most = pages.slice(0, MOST_PAGES);
    const left = pages.length - most.length;
    const kept = left > 0 ? [...most, `… ${left} more pages are not kept`] : most;
    this.#kept.set(handle, kept);
    this.#chars += charsOf(kept);
    for (const [oldest, old] of this.#kept) {
      if (oldest === handle || (this.#kept.size <= MOST && this.#chars <= MOST_CHARS)) break;
      this.#kept.delete(oldest);
      this.#chars -= charsOf(old);
    }
    return handle;
  }

  get(handle: string): readonly string[] | undefined {
    return this.#kept.get(handle);
  }
}

const charsOf = (pages: readonly string[]): number => pages.reduce((sum, page) => sum + page.length, 0);
