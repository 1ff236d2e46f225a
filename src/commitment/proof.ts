import type { FeltKey } from '../felt/key.ts';
import { Leaf, type TrieNode } from './trie.ts';
import { bitAt, HEIGHT, partingDepth, pathBetween } from './trieKey.ts';

/** A node of a proof, as the specification has it. */
export type ProofNode = BinaryNode | EdgeNode;

interface BinaryNode {
  readonly kind: 'binary';
  readonly hash: FeltKey;
  readonly left: FeltKey;
  readonly right: FeltKey;
}

interface EdgeNode {
  readonly kind: 'edge';
  readonly hash: FeltKey;
  readonly path: FeltKey;
  readonly length: number;
  readonly child: FeltKey;
}

/**
 * The nodes from the root of a hashed trie to the leaf at a key. If there is no leaf, they end with an edge that leads elsewhere, which proves
 * it; in an empty trie there are none.
 */
export function* proofNodes(root: TrieNode | undefined, key: FeltKey): Generator<ProofNode> {
  for (let at = root; at; ) {
    const node = at;
    const isLeaf = node instanceof Leaf;
    const end = isLeaf ? HEIGHT : node.depth;
    const child = isLeaf ? node.value! : node.inner!;
    const { top } = node;
    if (top < end)
      yield { kind: 'edge', hash: node.hash!, path: pathBetween(node.key, top, end), length: end - top, child };
    if (isLeaf || partingDepth(key, node.key) < end) return;
    yield { kind: 'binary', hash: child, left: node.left.hash!, right: node.right.hash! };
    at = bitAt(key, end) === 1 ? node.right : node.left;
  }
}
