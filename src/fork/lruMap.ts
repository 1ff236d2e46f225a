/**
 * An approximate LRU cache with two generations. It has at most `limit` entries, and certainly contains every entry that was used
 * since the last `limit / 2` additions. COST: entries that were not used recently take two lookups.
 */
export class LruMap<K, V> {
  readonly #half: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  constructor(limit: number) {
    this.#half = Math.max(1, Math.floor(limit / 2));
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** All entries: those that were used in the last `limit / 2` additions come first. */
  *entries(): Generator<readonly [K, V], void, void> {
    const old = this.#old;
    yield* this.#young;
    yield* old;
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    this.#old.delete(key);
    this.#young.set(key, value);
    if (this.#young.size <= this.#half) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
