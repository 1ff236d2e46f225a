import type { Steps } from '../async/steps.ts';

/** Nodes that a comparison visits between two pauses. Each has some entries. */
const NODES_AT_ONCE = 512;

/**
 * A persistent map: every change gives a new map, which shares all nodes but one path with the old one. It is a hash array
 * mapped trie with 32-way nodes; the keys are short strings (felt keys).
 */
export class PersistentMap<K extends string, V> implements Iterable<readonly [K, V]> {
  readonly #root: MapNode;
  readonly size: number;

  private constructor(root: MapNode, size: number) {
    this.#root = root;
    this.size = size;
  }

  static empty<K extends string, V>(): PersistentMap<K, V> {
    return EMPTY as PersistentMap<K, V>;
  }

  static from<K extends string, V>(entries: Iterable<readonly [K, V]>): PersistentMap<K, V> {
    return PersistentMap.empty<K, V>().setAll(entries);
  }

  get(key: K): V | undefined {
    let node = this.#root;
    for (let depth = 0; ; depth++) {
      const bit = bitAt(key, depth);
      if (node.leaves & bit) {
        const at = countBelow(node.leaves, bit);
        return node.keys[at] === key ? (node.values[at] as V) : undefined;
      }
      if (!(node.branches & bit)) return undefined;
      node = node.children[countBelow(node.branches, bit)]!;
    }
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  /** The map with this entry. The value must not be undefined. */
  set(key: K, value: V): PersistentMap<K, V> {
    return this.setAll([[key, value]]);
  }

  /** The map with these entries. New nodes are changed in place, so a batch copies each path only once. */
  setAll(entries: Iterable<readonly [K, V]>): PersistentMap<K, V> {
    const owner = newOwner();
    let root = this.#root;
    for (const [key, value] of entries) root = insert(root, key, value, 0, owner);
    return root === this.#root ? this : new PersistentMap<K, V>(root, this.size + owner.added);
  }

  delete(key: K): PersistentMap<K, V> {
    return this.deleteAll([key]);
  }

  /** The map without these keys. A batch copies each path only once. */
  deleteAll(keys: Iterable<K>): PersistentMap<K, V> {
    const owner = newOwner();
    let root = this.#root;
    for (const key of keys) root = remove(root, key, 0, owner);
    return root === this.#root ? this : new PersistentMap<K, V>(root, this.size + owner.added);
  }

  /** The entries that an older map does not have, or has with another value. Subtrees that both maps share are skipped. Found with pauses. */
  *changesSince(old: PersistentMap<K, V>): Steps<ReadonlyMap<K, V>> {
    const changes = new Map<K, V>();
    yield* this.visitChanges(old, (key, value) => changes.set(key, value));
    return changes;
  }

  /** Visits these entries. Nothing is collected, so many of them take no memory. */
  *visitChanges(old: PersistentMap<K, V>, visit: (key: K, value: V) => void): Steps<void> {
    const different: (readonly [now: MapNode, before: MapNode | undefined])[] = [[this.#root, old.#root]];
    for (let visited = 1; different.length > 0; visited++) {
      const [now, before] = different.pop()!;
      if (visited % NODES_AT_ONCE === 0) yield;
      if (now === before) continue;
      for (let i = 0; i < now.keys.length; i++) {
        const [key, value] = [now.keys[i] as K, now.values[i] as V];
        if (old.get(key) !== value) visit(key, value);
      }
      for (let bits = now.branches, at = 0; bits; bits &= bits - 1, at++) {
        const bit = bits & -bits;
        const same = before && before.branches & bit ? before.children[countBelow(before.branches, bit)] : undefined;
        different.push([now.children[at]!, same]);
      }
    }
  }

  *keys(): Generator<K> {
    for (const [key] of this) yield key;
  }

  *values(): Generator<V> {
    for (const [, value] of this) yield value;
  }

  *[Symbol.iterator](): Generator<readonly [K, V]> {
    const stack = [this.#root];
    for (let node = stack.pop(); node; node = stack.pop()) {
      for (let i = 0; i < node.keys.length; i++) yield [node.keys[i] as K, node.values[i] as V];
      stack.push(...node.children);
    }
  }
}

/** A batch of changes, and the number of entries it has added. */
interface Owner {
  readonly id: number;
  added: number;
}

let lastOwner = 0;
const newOwner = (): Owner => ({ id: ++lastOwner, added: 0 });

/** Bit i of `leaves` or `branches` says that slot i holds an entry or a child. The arrays hold only the slots in use, in order. */
interface MapNode {
  leaves: number;
  branches: number;
  keys: readonly string[];
  values: unknown[];
  children: MapNode[];
  /** The batch that made the node; only that batch may change it in place. */
  readonly owner: number;
}

// Lists are replaced when their length changes, so all nodes can share one empty list. COST: a third of the nodes have no children.
const NONE: never[] = [];
const emptyNode = (owner: number): MapNode => ({
  leaves: 0,
  branches: 0,
  keys: NONE,
  values: NONE,
  children: NONE,
  owner,
});
const EMPTY_NODE = emptyNode(0);

const BITS = 5;
const DEPTHS_PER_HASH = 6;

// Contracts choose their storage keys. When the 30 bits of one hash are used up, a hash with another seed decides, so that
// keys which collide in one hash differ in the next, and there are no long lists of colliding keys.
function hash(key: string, seed: number): number {
  let h = seed ^ 0x9e3779b9;
  for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 0x01000193) + (h >>> 15);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

let lastKey = '';
let lastSeed = -1;
let lastHash = 0;

function bitAt(key: string, depth: number): number {
  const seed = Math.floor(depth / DEPTHS_PER_HASH);
  if (key !== lastKey || seed !== lastSeed) {
    lastHash = hash(key, seed);
    lastKey = key;
    lastSeed = seed;
  }
  return 1 << ((lastHash >>> ((depth % DEPTHS_PER_HASH) * BITS)) & 31);
}

function countBelow(bitmap: number, bit: number): number {
  let n = bitmap & (bit - 1);
  n -= (n >>> 1) & 0x55555555;
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const copied = <T>(list: readonly T[]): T[] => (list.length === 0 ? NONE : list.slice());

/** A node that this batch may change. Lists of keys never change in place, so the versions of a node share them. */
function owned(node: MapNode, owner: Owner): MapNode {
  if (node.owner === owner.id) return node;
  const { leaves, branches, keys, values, children } = node;
  return { leaves, branches, keys, values: copied(values), children: copied(children), owner: owner.id };
}

// Uses toSpliced, because splice makes a list's capacity grow by half and 16 more, and there are millions of nodes.
function insert(node: MapNode, key: string, value: unknown, depth: number, owner: Owner): MapNode {
  const bit = bitAt(key, depth);
  if (node.branches & bit) {
    const at = countBelow(node.branches, bit);
    const child = insert(node.children[at]!, key, value, depth + 1, owner);
    if (child === node.children[at]) return node;
    const mine = owned(node, owner);
    mine.children[at] = child;
    return mine;
  }
  const at = countBelow(node.leaves, bit);
  if (!(node.leaves & bit)) {
    const mine = owned(node, owner);
    mine.leaves |= bit;
    mine.keys = mine.keys.toSpliced(at, 0, key);
    mine.values = mine.values.toSpliced(at, 0, value);
    owner.added++;
    return mine;
  }
  if (node.keys[at] === key) {
    if (node.values[at] === value) return node;
    const mine = owned(node, owner);
    mine.values[at] = value;
    return mine;
  }
  const other = insert(emptyNode(owner.id), node.keys[at]!, node.values[at], depth + 1, owner);
  owner.added--;
  const child = insert(other, key, value, depth + 1, owner);
  const mine = owned(node, owner);
  mine.leaves &= ~bit;
  mine.keys = mine.keys.toSpliced(at, 1);
  mine.values = mine.values.toSpliced(at, 1);
  mine.branches |= bit;
  mine.children = mine.children.toSpliced(countBelow(mine.branches, bit), 0, child);
  return mine;
}

function remove(node: MapNode, key: string, depth: number, owner: Owner): MapNode {
  const bit = bitAt(key, depth);
  if (node.leaves & bit) {
    const at = countBelow(node.leaves, bit);
    if (node.keys[at] !== key) return node;
    const mine = owned(node, owner);
    owner.added--;
    mine.leaves &= ~bit;
    mine.keys = mine.keys.toSpliced(at, 1);
    mine.values = mine.values.toSpliced(at, 1);
    return mine;
  }
  if (!(node.branches & bit)) return node;
  const at = countBelow(node.branches, bit);
  const before = owner.added;
  const child = remove(node.children[at]!, key, depth + 1, owner);
  if (owner.added === before) return node;
  const mine = owned(node, owner);
  if (child.branches || child.keys.length > 1) {
    mine.children[at] = child;
    return mine;
  }
  // A child with a single entry is replaced by that entry, so that the trie's shape depends on its entries alone.
  mine.branches &= ~bit;
  mine.children = mine.children.toSpliced(at, 1);
  mine.leaves |= bit;
  const slot = countBelow(mine.leaves, bit);
  mine.keys = mine.keys.toSpliced(slot, 0, child.keys[0]!);
  mine.values = mine.values.toSpliced(slot, 0, child.values[0]);
  return mine;
}

// The cast gives this file access to the private constructor; no other code can make a map from a node.
const EMPTY = new (PersistentMap as unknown as new (root: MapNode, size: number) => PersistentMap<string, unknown>)(
  EMPTY_NODE,
  0,
);
