import { PersistentMap } from '../../state/persistentMap.ts';

/** What can be looked up in the blocks that a state file had. It does not change. */
export interface StoredIndex<K extends string, V> {
  /** The newest value of a key in a block before `end`. */
  get(key: K, end: number): V | undefined;
  /** The number of keys in blocks before `end`. */
  size(end: number): number;
}

/** A persistent map of what blocks contain: the blocks of a state file, if the chain was loaded from one, and those after them. */
export class BlockIndex<K extends string, V> {
  readonly #added: PersistentMap<K, V>;
  readonly #stored: StoredIndex<K, V> | undefined;
  /** The number of the first block that the state file does not have, or that was aborted. */
  readonly #end: number;

  private constructor(added: PersistentMap<K, V>, stored: StoredIndex<K, V> | undefined, end: number) {
    this.#added = added;
    this.#stored = stored;
    this.#end = end;
  }

  static empty<K extends string, V>(): BlockIndex<K, V> {
    return new BlockIndex<K, V>(PersistentMap.empty(), undefined, 0);
  }

  /** An index of blocks before `end`. */
  static of<K extends string, V>(stored: StoredIndex<K, V>, end: number): BlockIndex<K, V> {
    return new BlockIndex<K, V>(PersistentMap.empty(), stored, end);
  }

  get size(): number {
    return this.#added.size + (this.#stored?.size(this.#end) ?? 0);
  }

  get(key: K): V | undefined {
    return this.#added.get(key) ?? this.#stored?.get(key, this.#end);
  }

  setAll(entries: Iterable<readonly [K, V]>): BlockIndex<K, V> {
    const added = this.#added.setAll(entries);
    return added === this.#added ? this : new BlockIndex<K, V>(added, this.#stored, this.#end);
  }

  /** The index without the blocks from `end` on, which added these keys. */
  before(end: number, keys: Iterable<K>): BlockIndex<K, V> {
    return new BlockIndex<K, V>(this.#added.deleteAll(keys), this.#stored, Math.min(end, this.#end));
  }
}
