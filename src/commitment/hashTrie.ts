import type { Steps } from '../async/steps.ts';
import { reduce } from '../felt/felt.ts';
import { type FeltKey, feltOf, keyOf, ZERO_KEY } from '../felt/key.ts';
import { type Branch, ContractLeaf, Leaf, rootOf, type TrieNode } from './trie.ts';
import { HEIGHT, pathBetween } from './trieKey.ts';

/** Hashes pairs, which follow each other in the list. */
export type HashPairs = (inputs: readonly FeltKey[]) => FeltKey[];

/** The hashes that are computed between two pauses. COST: a few milliseconds. */
const HASHES_AT_ONCE = 512;

/** Hashes of which none is an input of another, in the order of their nodes. */
interface Round {
  readonly inputs: (() => readonly [FeltKey, FeltKey])[];
  readonly keep: ((hash: FeltKey) => void)[];
}

/** The missing hashes below a node, in rounds: those of a round need only those of earlier rounds. */
class Rounds {
  readonly all: Round[] = [];
  #left = HASHES_AT_ONCE;

  get isFull(): boolean {
    return this.#left < 0;
  }

  /** Adds a hash to a round and returns the number of the next one. */
  add(round: number, inputs: () => readonly [FeltKey, FeltKey], keep: (hash: FeltKey) => void): number {
    this.#left--;
    const { inputs: all, keep: kept } = (this.all[round] ??= { inputs: [], keep: [] });
    all.push(inputs);
    kept.push(keep);
    return round + 1;
  }

  compute(hashPairs: HashPairs): void {
    for (const { inputs, keep } of this.all) {
      const hashes = hashPairs(inputs.flatMap((pair) => pair()));
      for (const [i, hash] of hashes.entries()) keep[i]!(hash);
    }
  }
}

/** Computes the missing hashes of a trie, and of the storage of its contracts, with pauses. */
export function* hashTrie(root: TrieNode | undefined, hashPairs: HashPairs): Steps<void> {
  if (!root || root.hash !== undefined) return;
  const rounds = new Rounds();
  addMissing(root, rounds);
  if (rounds.isFull) {
    // Its parts are hashed first. Then little is left.
    for (const part of partsOf(root)) yield* hashTrie(part, hashPairs);
    yield* hashTrie(root, hashPairs);
  } else {
    rounds.compute(hashPairs);
    yield;
  }
}

/** The tries that the hash of a node needs. */
function partsOf(node: TrieNode): readonly (TrieNode | undefined)[] {
  if (node instanceof ContractLeaf) return [node.storage];
  return node instanceof Leaf ? [] : [node.left, node.right];
}

/** Adds the missing hashes of a node, or some of them if there are too many, and returns the number of the round in which its hash is there. */
function addMissing(node: TrieNode, rounds: Rounds): number {
  if (node.hash !== undefined || rounds.isFull) return 0;
  return node instanceof Leaf ? addLeaf(node, rounds) : addBranch(node, rounds);
}

function addBranch(branch: Branch, rounds: Rounds): number {
  const { left, right, key, top, depth } = branch;
  let round = 0;
  if (branch.inner === undefined) {
    round = Math.max(addMissing(left, rounds), addMissing(right, rounds));
    round = rounds.add(
      round,
      () => [left.hash!, right.hash!],
      (hash) => {
        branch.inner = hash;
        if (top === depth) branch.hash = hash;
      },
    );
  }
  if (top === depth) return round;
  return rounds.add(
    round,
    () => [branch.inner!, pathBetween(key, top, depth)],
    (hash) => {
      branch.hash = plus(hash, depth - top);
    },
  );
}

function addLeaf(leaf: Leaf, rounds: Rounds): number {
  const { key, top } = leaf;
  const round = leaf instanceof ContractLeaf && leaf.value === undefined ? addContract(leaf, rounds) : 0;
  if (top < HEIGHT)
    return rounds.add(
      round,
      () => [leaf.value!, pathBetween(key, top, HEIGHT)],
      (hash) => {
        leaf.hash = plus(hash, HEIGHT - top);
      },
    );
  if (round === 0) leaf.hash = leaf.value;
  return round;
}

/** The value of a contract: h(h(h(class hash, root of the storage), nonce), 0). */
function addContract(leaf: ContractLeaf, rounds: Rounds): number {
  const { classHash, nonce, storage } = leaf;
  let made = ZERO_KEY;
  const keep = (hash: FeltKey) => {
    made = hash;
  };
  let round = storage ? addMissing(storage, rounds) : 0;
  round = rounds.add(round, () => [classHash, rootOf(storage)], keep);
  round = rounds.add(round, () => [made, nonce], keep);
  return rounds.add(
    round,
    () => [made, ZERO_KEY],
    (hash) => {
      leaf.value = hash;
      if (leaf.top === HEIGHT) leaf.hash = hash;
    },
  );
}

const plus = (hash: FeltKey, length: number): FeltKey => keyOf(reduce(feltOf(hash) + BigInt(length)));
