/** What tools keep for a node and its clones, such as what storage addresses were hashed from. Each is made when it is first used. */
export class Memories {
  readonly #made = new Map<() => unknown, unknown>();

  /** What `make` has made for this node, which is the same function each time. */
  of<T>(make: () => T): T {
    if (!this.#made.has(make)) this.#made.set(make, make());
    return this.#made.get(make) as T;
  }
}
