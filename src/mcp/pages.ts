/** The most answers that are kept. */
const MOST = 50;
/** The most pages of one of them: 2 million characters. */
const MOST_PAGES = 500;

/** Long answers, of which clients read one page after the other. */
export class Pages {
  readonly #kept = new Map<string, readonly string[]>();
  #next = 1;

  /** Keeps an answer. Returns its handle. */
  keep(pages: readonly string[]): string {
    const handle = `m${this.#next++}`;
    const most = pages.slice(0, MOST_PAGES);
    const left = pages.length - most.length;
    this.#kept.set(handle, left > 0 ? [...most, `… ${left} more pages are not kept`] : most);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST) break;
      this.#kept.delete(oldest);
    }
    return handle;
  }

  get(handle: string): readonly string[] | undefined {
    return this.#kept.get(handle);
  }
}
