// Verifies storage proofs with nothing but the text of the specification and a hash: it shares no code with src/commitment.

export interface HashedNode {
  readonly node_hash: string;
  readonly node: { left: string; right: string } | { path: string; length: number; child: string };
}

export interface StorageProof {
  readonly classes_proof: readonly HashedNode[];
  readonly contracts_proof: {
    readonly nodes: readonly HashedNode[];
    readonly contract_leaves_data: readonly { nonce: string; class_hash: string; storage_root: string }[];
  };
  readonly contracts_storage_proofs: readonly (readonly HashedNode[])[];
  readonly global_roots: { contracts_tree_root: string; classes_tree_root: string; block_hash: string };
}

export type Hash = (a: bigint, b: bigint) => bigint;

export const PRIME = 2n ** 251n + 17n * 2n ** 192n + 1n;
const HEIGHT = 251;

/** The value that a proof shows at a key below a root; zero if it shows that there is none. Throws if it shows nothing. */
export function provenValue(root: bigint, key: bigint, proof: readonly HashedNode[], hash: Hash): bigint {
  if (root === 0n) return 0n;
  const nodes = new Map(proof.map(({ node_hash, node }) => [BigInt(node_hash), node]));
  let at = root;
  let height = HEIGHT;
  while (height > 0) {
    const node = nodes.get(at);
    if (!node) throw new Error(`There is no node with the hash 0x${at.toString(16)}.`);
    if ('left' in node) {
      const [left, right] = [BigInt(node.left), BigInt(node.right)];
      if (left === 0n || right === 0n) throw new Error('A binary node has an empty child.');
      if (hash(left, right) !== at) throw new Error('A binary node has another hash.');
      height--;
      at = (key >> BigInt(height)) & 1n ? right : left;
    } else {
      const [path, child] = [BigInt(node.path), BigInt(node.child)];
      if (node.length < 1 || node.length > height) throw new Error('An edge is too long, or has no length.');
      if (path >> BigInt(node.length)) throw new Error('The path of an edge is longer than the edge.');
      if ((hash(child, path) + BigInt(node.length)) % PRIME !== at) throw new Error('An edge has another hash.');
      height -= node.length;
      if ((key >> BigInt(height)) % (1n << BigInt(node.length)) !== path) return 0n;
      at = child;
    }
  }
  return at;
}

/** The hash of a contract: what its leaf has to be. */
export const contractHash = (classHash: bigint, storageRoot: bigint, nonce: bigint, hash: Hash): bigint =>
  classHash === 0n && storageRoot === 0n && nonce === 0n ? 0n : hash(hash(hash(classHash, storageRoot), nonce), 0n);

/** The root of a trie by its definition: of the leaves below a node of some height, keyed by their last bits. */
export function definedRoot(leaves: ReadonlyMap<bigint, bigint>, hash: Hash): bigint {
  const entries = [...leaves].filter(([, value]) => value !== 0n);
  const edge = (length: number, path: bigint, child: bigint) =>
    length === 0 ? child : (hash(child, path) + BigInt(length)) % PRIME;
  /** The hash of the node at a height, and the edge that would begin there. */
  const node = (some: readonly (readonly [bigint, bigint])[], height: number): [bigint, bigint, number] => {
    if (height === 0) return [some[0]![1], 0n, 0];
    const bit = 1n << BigInt(height - 1);
    const left = some.filter(([key]) => !(key & bit));
    const right = some.filter(([key]) => key & bit);
    if (left.length && right.length) {
      const [a, b] = [left, right].map((part) => {
        const [child, path, length] = node(part, height - 1);
        return edge(length, path, child);
      });
      return [hash(a!, b!), 0n, 0];
    }
    const [child, path, length] = node(left.length ? left : right, height - 1);
    return [child, right.length ? path | (1n << BigInt(length)) : path, length + 1];
  };
  if (entries.length === 0) return 0n;
  const [child, path, length] = node(entries, HEIGHT);
  return edge(length, path, child);
}
