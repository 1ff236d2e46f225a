/**
 * A persistent list that grows at its end, for blocks and the journal. Two vectors with a common beginning share its nodes,
 * and each can append to it without changing the other.
 */
export class PersistentVector<T> implements Iterable<T> {
  readonly length: number;
  readonly #root: VectorNode;
  /** The number of levels of nodes above the leaves. */
  readonly #height: number;
  readonly #tail: readonly T[];

  private constructor(length: number, root: VectorNode, height: number, tail: readonly T[]) {
    this.length = length;
    this.#root = root;
    this.#height = height;
    this.#tail = tail;
  }

  static empty<T>(): PersistentVector<T> {
    return new PersistentVector<T>(0, [], 1, []);
  }

  static from<T>(items: Iterable<T>): PersistentVector<T> {
    const list = Array.isArray(items) ? (items as readonly T[]) : [...items];
    const leaves: (readonly T[])[] = [];
    for (let i = 0; i < list.length; i += WIDTH) leaves.push(list.slice(i, i + WIDTH));
    const tail = leaves.pop() ?? [];
    let nodes: VectorNode = leaves;
    let height = 1;
    for (; nodes.length > WIDTH; height++)
      nodes = Array.from({ length: Math.ceil(nodes.length / WIDTH) }, (_, i) =>
        nodes.slice(i * WIDTH, (i + 1) * WIDTH),
      );
    return new PersistentVector<T>(list.length, nodes, height, tail);
  }

  at(index: number): T | undefined {
    if (index < 0 || index >= this.length) return undefined;
    return this.#leafOf(index)[index & (WIDTH - 1)];
  }

  get last(): T | undefined {
    return this.at(this.length - 1);
  }

  push(item: T): PersistentVector<T> {
    if (this.#tail.length < WIDTH)
      return new PersistentVector(this.length + 1, this.#root, this.#height, [...this.#tail, item]);
    let [root, height] = [this.#root, this.#height];
    const index = this.length - WIDTH;
    if (index === WIDTH ** (height + 1)) {
      root = [root];
      height++;
    }
    return new PersistentVector(this.length + 1, place(root, height, index, this.#tail), height, [item]);
  }

  /** The vector with another item at an existing index. */
  with(index: number, item: T): PersistentVector<T> {
    if (index < 0 || index >= this.length)
      throw new RangeError(`There is no item ${index} in a vector of ${this.length}.`);
    const leaf = this.#leafOf(index).slice();
    leaf[index % WIDTH] = item;
    if (index >= this.#tailStart()) return new PersistentVector(this.length, this.#root, this.#height, leaf);
    return new PersistentVector(this.length, place(this.#root, this.#height, index, leaf), this.#height, this.#tail);
  }

  /** A vector of the first items. It holds no references to the others. */
  take(length: number): PersistentVector<T> {
    if (length >= this.length) return this;
    if (length <= 0) return PersistentVector.empty();
    const tailStart = Math.floor((length - 1) / WIDTH) * WIDTH;
    const tail = this.#leafOf(length - 1).slice(0, length - tailStart);
    return new PersistentVector(length, pruned(this.#root, this.#height, tailStart), this.#height, tail);
  }

  *from(start: number): Generator<T> {
    for (let index = Math.max(0, start); index < this.length; ) {
      const leaf = this.#leafOf(index);
      for (let i = index % WIDTH; i < leaf.length && index < this.length; i++, index++) yield leaf[i]!;
    }
  }

  [Symbol.iterator](): Generator<T> {
    return this.from(0);
  }

  /** The first index at which two vectors differ. Shared nodes are skipped. */
  firstDifference(other: PersistentVector<T>): number {
    const end = Math.min(this.length, other.length);
    for (let index = 0; index < end; ) {
      const span = this.#sharedSpan(other, index);
      if (span > 0) index += span;
      else if (this.at(index) !== other.at(index)) return index;
      else index++;
    }
    return end;
  }

  /** The number of items from an index on in the largest node that both share; 0 when not even the leaf is shared. */
  #sharedSpan(other: PersistentVector<T>, index: number): number {
    const end = Math.min(this.#tailStart(), other.#tailStart());
    if (index >= end) return 0;
    let [a, b]: [VectorNode, VectorNode] = [this.#root, other.#root];
    let [high, low] = [this.#height, other.#height];
    for (; high > low; high--) a = a[Math.floor(index / WIDTH ** high) % WIDTH] as VectorNode;
    for (; low > high; low--) b = b[Math.floor(index / WIDTH ** low) % WIDTH] as VectorNode;
    for (; ; high--) {
      const span = WIDTH ** (high + 1);
      if (a === b) return Math.min(span - (index % span), end - index);
      if (high === 0) return 0;
      const slot = Math.floor(index / WIDTH ** high) % WIDTH;
      a = a[slot] as VectorNode;
      b = b[slot] as VectorNode;
    }
  }

  #tailStart(): number {
    return this.length - this.#tail.length;
  }

  #leafOf(index: number): readonly T[] {
    if (index >= this.#tailStart()) return this.#tail;
    let node = this.#root;
    for (let shift = this.#height * BITS; shift > 0; shift -= BITS)
      node = node[(index >>> shift) & (WIDTH - 1)] as VectorNode;
    return node as readonly T[];
  }
}

const BITS = 5;
const WIDTH = 2 ** BITS;

/** An inner node's children, or a leaf's items. */
type VectorNode = readonly unknown[];

/** A node with only the items before an index, which is a multiple of the width. */
function pruned(node: VectorNode, level: number, end: number): VectorNode {
  if (level === 0) return node;
  const span = WIDTH ** level;
  const kept = node.slice(0, Math.ceil(end / span));
  const rest = end % span;
  if (rest > 0) kept[kept.length - 1] = pruned(kept[kept.length - 1] as VectorNode, level - 1, rest);
  return kept;
}

function place(node: VectorNode, level: number, index: number, leaf: VectorNode): VectorNode {
  if (level === 0) return leaf;
  const copy = node.slice();
  const slot = Math.floor(index / WIDTH ** level) % WIDTH;
  copy[slot] = place((copy[slot] as VectorNode | undefined) ?? [], level - 1, index, leaf);
  return copy;
}
