import { proofNodes } from '../src/commitment/proof.ts';
import { rootOf, type TrieNode } from '../src/commitment/trie.ts';
import { type Felt, feltOfAscii } from '../src/felt/felt.ts';
import { pedersen, poseidon, poseidonMany } from '../src/felt/hash.ts';
import { type FeltKey, feltOf, keyOf } from '../src/felt/key.ts';
import { formatProofNode } from '../src/rpc/format/storageProof.ts';
import { changedState, EMPTY_STATE, type RandomState, randomKey } from '../test/support/commitment/randomStates.ts';
import { contractHash, definedRoot, type Hash, provenValue } from '../test/support/commitment/verifyProof.ts';
import { Random } from '../test/support/random.ts';
import type { FuzzReport } from './report.ts';

const CLASS_LEAF = feltOfAscii('CONTRACT_CLASS_LEAF_V0');
const STATE = feltOfAscii('STARKNET_STATE_V0');
/** A chain of states ends after so many, and another begins. */
const STATES_PER_CHAIN = 40;

const withPedersen: Hash = (a, b) => pedersen(a as Felt, b as Felt);
const withPoseidon: Hash = (a, b) => poseidon(a as Felt, b as Felt);
const key = (value: bigint): FeltKey => keyOf(value as Felt);

/**
 * Changes random states, and compares their roots with the definition and their proofs with what the states have. Values are set, changed and
 * removed, and keys are often close to each other, so that edges are split and joined. A failure names its seed; with `--seed`, its
 * chain of states is the first one.
 */
export function fuzzTries(cases: number, seed: number): FuzzReport {
  const outcomes: Record<string, number> = {};
  const failures: string[] = [];
  let slowestMs = 0;
  let done = 0;
  for (let chain = 0; done < cases; chain++) {
    const random = new Random(seed + chain);
    const past: RandomState[] = [EMPTY_STATE];
    for (let i = 0; i < STATES_PER_CHAIN && done < cases; i++, done++) {
      const start = performance.now();
      try {
        // Sometimes the chain goes back and continues from an older state.
        const from = random.below(8) === 0 ? random.pick(past) : past.at(-1)!;
        const next = changedState(random, from);
        past.push(next);
        for (const kind of check(random, next)) outcomes[kind] = (outcomes[kind] ?? 0) + 1;
        // Tries are values, so the older ones are still what they were.
        check(random, random.pick(past));
      } catch (error) {
        failures.push(`seed ${seed + chain}, state ${i}: ${(error as Error).stack}`);
      }
      slowestMs = Math.max(slowestMs, performance.now() - start);
    }
  }
  return { area: 'tries', seed, cases, outcomes, slowestMs, failures };
}

/** Throws if a root or a proof is not what the state has. Returns what was proven. */
function check(random: Random, { plain, tries }: RandomState): readonly string[] {
  const { contracts, classes } = plain;
  const kinds: string[] = [];
  const prove = (what: string, root: TrieNode | undefined, at: bigint, expected: bigint, hash: Hash) => {
    const proof = [...proofNodes(root, key(at))].map(formatProofNode);
    same(provenValue(feltOf(rootOf(root)), at, proof, hash), expected, `${what} at 0x${at.toString(16)}`);
    kinds.push(`${what} ${expected === 0n ? 'absent' : 'present'}`);
  };
  const leaves = new Map<bigint, bigint>();
  for (const [address, { classHash, nonce, storage }] of contracts) {
    const root = definedRoot(storage, withPedersen);
    const trie = tries.contractAt(key(address))?.storage;
    same(feltOf(rootOf(trie)), root, `storage root of 0x${address.toString(16)}`);
    leaves.set(address, contractHash(classHash, root, nonce, withPedersen));
    const cell = randomKey(random, [...storage.keys()]);
    prove('cell', trie, cell, storage.get(cell) ?? 0n, withPedersen);
  }
  const classLeaves = new Map([...classes].map(([hash, compiled]) => [hash, withPoseidon(CLASS_LEAF, compiled)]));
  const [contractsRoot, classesRoot] = [definedRoot(leaves, withPedersen), definedRoot(classLeaves, withPoseidon)];
  const root = classesRoot ? poseidonMany([STATE, contractsRoot as Felt, classesRoot as Felt]) : contractsRoot;
  same(tries.root, root, 'state root');
  for (let i = 0; i < 3; i++) {
    const address = randomKey(random, [...leaves.keys()]);
    prove('contract', tries.contracts, address, leaves.get(address) ?? 0n, withPedersen);
    const classHash = randomKey(random, [...classLeaves.keys()]);
    prove('class', tries.classes, classHash, classLeaves.get(classHash) ?? 0n, withPoseidon);
  }
  return kinds;
}

function same(actual: bigint, expected: bigint, what: string): void {
  if (actual !== expected) throw new Error(`${what}: 0x${actual.toString(16)} instead of 0x${expected.toString(16)}`);
}
