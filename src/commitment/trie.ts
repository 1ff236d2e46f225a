import { type FeltKey, ZERO_KEY } from '../felt/key.ts';
import { bitAt, HEIGHT, partingDepth } from './trieKey.ts';

// A Merkle-Patricia trie of height 251, as persistent nodes. The specification has edges and binary nodes; here a node contains the edge
// above it, so that a trie of n leaves has 2n - 1 nodes. COST: about 185 bytes a node with what its leaf
// has, of which 48 are its hash.

/** A node of a trie; undefined is the empty trie. Hashes that are undefined are computed by hashTrie.ts. */
export type TrieNode = Leaf | Branch;

/** A leaf with the edge above it. */
export class Leaf {
  readonly key: FeltKey;
  /** The depth at which its edge begins. */
  readonly top: number;
  /** What the leaf contributes to hashes. It is never zero. */
  value: FeltKey | undefined;
  /** The hash of the edge. */
  hash: FeltKey | undefined;

  constructor(key: FeltKey, top: number, value: FeltKey | undefined) {
    this.key = key;
    this.top = top;
    this.value = value;
    this.hash = undefined;
  }

  movedTo(top: number): Leaf {
    return new Leaf(this.key, top, this.value);
  }
}

/** A contract in the trie of contracts. Its value is the hash of what it has. */
export class ContractLeaf extends Leaf {
  readonly classHash: FeltKey;
  readonly nonce: FeltKey;
  readonly storage: TrieNode | undefined;

  constructor(key: FeltKey, top: number, contract: ContractFacts, value?: FeltKey) {
    super(key, top, value);
    this.classHash = contract.classHash;
    this.nonce = contract.nonce;
    this.storage = contract.storage;
  }

  override movedTo(top: number): ContractLeaf {
    return new ContractLeaf(this.key, top, this, this.value);
  }
}

export interface ContractFacts {
  readonly classHash: FeltKey;
  readonly nonce: FeltKey;
  /** The trie of its storage. */
  readonly storage: TrieNode | undefined;
}

/** A binary node with the edge above it, which has no length if `top` is `depth`. */
export class Branch {
  /** A key below it: its first `depth` bits are the way to this node. */
  readonly key: FeltKey;
  /** The depth at which its edge begins. */
  readonly top: number;
  /** The depth of the binary node. */
  readonly depth: number;
  readonly left: TrieNode;
  readonly right: TrieNode;
  /** The hash of the binary node. */
  inner: FeltKey | undefined;
  /** The hash of the edge, or of the binary node if there is no edge. */
  hash: FeltKey | undefined;

  constructor(key: FeltKey, top: number, depth: number, left: TrieNode, right: TrieNode) {
    this.key = key;
    this.top = top;
    this.depth = depth;
    this.left = left;
    this.right = right;
    this.inner = undefined;
    this.hash = undefined;
  }

  movedTo(top: number): Branch {
    const moved = new Branch(this.key, top, this.depth, this.left, this.right);
    moved.inner = this.inner;
    if (top === this.depth) moved.hash = this.inner;
    return moved;
  }
}

const moved = (node: TrieNode, top: number): TrieNode => (node.top === top ? node : node.movedTo(top));

/** Makes the new leaf from the old one, with its edge from `top` on; undefined if there is none. */
export type MakeLeaf = (old: Leaf | undefined, top: number) => Leaf | undefined;

/** The trie with another leaf at a key. Nodes on the way to it are copied, without their hashes. */
export function withLeaf(node: TrieNode | undefined, key: FeltKey, make: MakeLeaf): TrieNode | undefined {
  if (!node) return make(undefined, 0);
  const parting = partingDepth(key, node.key);
  if (parting < (node instanceof Leaf ? HEIGHT : node.depth)) {
    const added = make(undefined, parting + 1);
    if (!added) return node;
    const other = moved(node, parting + 1);
    const isRight = bitAt(key, parting) === 1;
    return new Branch(key, node.top, parting, isRight ? other : added, isRight ? added : other);
  }
  if (node instanceof Leaf) return make(node, node.top);
  const { depth, left, right } = node;
  const isRight = bitAt(key, depth) === 1;
  const child = isRight ? right : left;
  const changed = withLeaf(child, key, make);
  if (changed === child) return node;
  if (!changed) return moved(isRight ? left : right, node.top);
  return new Branch(key, node.top, depth, isRight ? left : changed, isRight ? changed : right);
}

/** The trie with a value at a key; zero removes it. */
export const withValue = (node: TrieNode | undefined, key: FeltKey, value: FeltKey): TrieNode | undefined =>
  withLeaf(node, key, (old, top) => {
    if (value === ZERO_KEY) return undefined;
    return old?.value === value ? old : new Leaf(key, top, value);
  });

/** The leaf at a key. */
export function leafAt(root: TrieNode | undefined, key: FeltKey): Leaf | undefined {
  let node = root;
  while (node instanceof Branch) node = bitAt(key, node.depth) === 1 ? node.right : node.left;
  return node?.key === key ? node : undefined;
}

/** The hash of a trie whose hashes were computed; zero if it is empty. */
export const rootOf = (node: TrieNode | undefined): FeltKey => (node ? node.hash! : ZERO_KEY);
