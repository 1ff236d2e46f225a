import type { Steps } from '../async/steps.ts';
import { type Felt, feltOfAscii } from '../felt/felt.ts';
import { pedersenPairs, poseidon, poseidonMany } from '../felt/hash.ts';
import { type FeltKey, feltOf, keyOf, ZERO_KEY } from '../felt/key.ts';
import { State } from '../state/state.ts';
import type { StateDiff } from '../state/stateDiff.ts';
import { hashTrie } from './hashTrie.ts';
import { type ContractFacts, ContractLeaf, leafAt, rootOf, type TrieNode, withLeaf, withValue } from './trie.ts';
import { isTrieKey } from './trieKey.ts';

const STATE_VERSION = feltOfAscii('STARKNET_STATE_V0');
const CLASS_LEAF_VERSION = feltOfAscii('CONTRACT_CLASS_LEAF_V0');
/** The leaves that are changed between two pauses. COST: about 5 µs each. */
const LEAVES_AT_ONCE = 512;

/** The tries of a state: of its contracts, with their storage, and of its Sierra classes. A value; changes give another one. */
export class StateTries {
  static readonly EMPTY = new StateTries(undefined, undefined);
  readonly contracts: TrieNode | undefined;
  readonly classes: TrieNode | undefined;

  private constructor(contracts: TrieNode | undefined, classes: TrieNode | undefined) {
    this.contracts = contracts;
    this.classes = classes;
  }

  /** The tries of a whole state that was not forked. Their hashes are not computed yet. */
  static *of(state: State): Steps<StateTries> {
    const { diff, declared } = yield* state.changesSince(State.over(state.base));
    // Cairo 0 classes have no compiled class hash, and are not in the trie.
    const compiled = new Map(
      declared.map(([hash, { compiledClassHash }]) => [hash, keyOf(compiledClassHash)] as const),
    );
    return yield* StateTries.EMPTY.with({ ...diff, declared: compiled });
  }

  contractAt(address: FeltKey): ContractLeaf | undefined {
    return leafAt(this.contracts, address) as ContractLeaf | undefined;
  }

  /** The tries after the changes of a block. Their hashes are not computed yet. */
  *with(diff: StateDiff): Steps<StateTries> {
    let { contracts, classes } = this;
    let leaves = 0;
    for (const address of changedContracts(diff)) {
      const old = leafAt(contracts, address) as ContractLeaf | undefined;
      let storage = old?.storage;
      for (const [key, value] of diff.storage.get(address) ?? []) {
        if (isTrieKey(key)) storage = withValue(storage, key, value);
        if (++leaves % LEAVES_AT_ONCE === 0) yield;
      }
      const facts = {
        classHash: diff.replaced.get(address) ?? diff.deployed.get(address) ?? old?.classHash ?? ZERO_KEY,
        nonce: diff.nonces.get(address) ?? old?.nonce ?? ZERO_KEY,
        storage,
      };
      contracts = withLeaf(contracts, address, (_, top) => contractLeaf(address, top, facts));
      if (++leaves % LEAVES_AT_ONCE === 0) yield;
    }
    for (const [classHash, compiled] of diff.declared) {
      const leaf = compiled === ZERO_KEY ? ZERO_KEY : keyOf(poseidon(CLASS_LEAF_VERSION, feltOf(compiled)));
      if (isTrieKey(classHash)) classes = withValue(classes, classHash, leaf);
      if (++leaves % LEAVES_AT_ONCE === 0) yield;
    }
    return new StateTries(contracts, classes);
  }

  /** Computes the missing hashes, with pauses. */
  *hash(): Steps<void> {
    yield* hashTrie(this.contracts, pedersenPairs);
    yield* hashTrie(this.classes, poseidonPairs);
  }

  /** The state root. A state without Sierra classes has the root of its contracts, as before there were any. */
  get root(): Felt {
    const contracts = feltOf(rootOf(this.contracts));
    const classes = feltOf(rootOf(this.classes));
    return classes === 0n ? contracts : poseidonMany([STATE_VERSION, contracts, classes]);
  }
}

/** What has no class, nonce or storage is no contract. The contracts 0x1 and 0x2 have only storage. */
function contractLeaf(address: FeltKey, top: number, facts: ContractFacts): ContractLeaf | undefined {
  const isEmpty = facts.classHash === ZERO_KEY && facts.nonce === ZERO_KEY && !facts.storage;
  return isEmpty ? undefined : new ContractLeaf(address, top, facts);
}

function changedContracts({ storage, nonces, deployed, replaced }: StateDiff): ReadonlySet<FeltKey> {
  const changed = new Set<FeltKey>();
  for (const entries of [storage, nonces, deployed, replaced])
    for (const address of entries.keys()) if (isTrieKey(address)) changed.add(address);
  return changed;
}

/** Classes change seldom, so their hashes are computed one by one. */
function poseidonPairs(inputs: readonly FeltKey[]): FeltKey[] {
  const hashes: FeltKey[] = [];
  for (let i = 0; i < inputs.length; i += 2) hashes.push(keyOf(poseidon(feltOf(inputs[i]!), feltOf(inputs[i + 1]!))));
  return hashes;
}
