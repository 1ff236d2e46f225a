import type { Surroundings } from '../../chain/surroundings.ts';
import { ADDRESS_BOUND } from '../../execution/hash/address.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import { CHUNK_DOMAIN, chunkAddress } from './storedValue.ts';

/** What was hashed to an address. */
type Preimage =
  /** An entry of a map, an item of a list or a member of a node: the hash of an address and one felt. */
  | { readonly kind: 'entry'; readonly of: FeltKey; readonly felt: FeltKey }
  /** A chunk of the words of a text whose length is stored at `of`. */
  | { readonly kind: 'words'; readonly of: FeltKey; readonly chunk: number };

const MAX_PREIMAGES = 65_536;
const CHUNK_DOMAIN_KEY = keyOf(CHUNK_DOMAIN);
const MAX_CHUNK = 2n ** 32n;

/** A storage address for a hash, as contracts compute it. */
export const addressOf = (hash: FeltKey): FeltKey => {
  const felt = feltOf(hash);
  return felt < ADDRESS_BOUND ? hash : keyOf(toFelt(felt % ADDRESS_BOUND));
};

/**
 * Preimages of storage addresses, learned from transactions that are run again. They are facts about hashes, so they hold on every
 * chain. COST: about 250 bytes each, and the oldest are dropped.
 */
export class Preimages {
  readonly #known = new Map<FeltKey, Preimage>();
  #learned = new WeakSet<object>();
  readonly #size: number;
  #version = 0;

  constructor(size = MAX_PREIMAGES) {
    this.#size = size;
  }

  get(address: FeltKey): Preimage | undefined {
    return this.#known.get(address);
  }

  get size(): number {
    return this.#known.size;
  }

  /** Changes when something is learned. */
  get version(): number {
    return this.#version;
  }

  /** A Pedersen hash that was computed. */
  addPair(left: FeltKey, right: FeltKey, hash: FeltKey): void {
    this.#add(addressOf(hash), { kind: 'entry', of: addressOf(left), felt: right });
  }

  /** A Hades permutation that was computed. Only those that give the address of a text are stored. */
  addPermutation(inputs: readonly [FeltKey, FeltKey, FeltKey], first: FeltKey): void {
    if (inputs[2] !== CHUNK_DOMAIN_KEY) return;
    const chunk = feltOf(inputs[1]);
    if (chunk < MAX_CHUNK) this.#add(addressOf(first), { kind: 'words', of: inputs[0], chunk: Number(chunk) });
  }

  /** A text at a key, whose words lie in this many chunks. */
  addText(key: Felt, chunks: number): void {
    for (let chunk = 0; chunk < chunks; chunk++)
      this.#add(keyOf(chunkAddress(key, chunk)), { kind: 'words', of: keyOf(key), chunk });
  }

  #add(address: FeltKey, preimage: Preimage): void {
    if (this.#known.has(address)) return;
    this.#known.set(address, preimage);
    this.#version++;
    if (this.#known.size <= this.#size) return;
    this.#known.delete(this.#known.keys().next().value!);
    // What was dropped can be learned again.
    this.#learned = new WeakSet();
  }

  /** Whether the hashes of a transaction were recorded already. */
  hasLearned(transaction: object): boolean {
    return this.#learned.has(transaction);
  }

  setLearned(transaction: object): void {
    this.#learned.add(transaction);
  }
}

/** Finds what was hashed to an address. */
export type FindPreimage = (address: FeltKey) => Preimage | undefined;

const newPreimages = () => new Preimages();

/** What storage addresses of a node were hashed from. */
export const preimagesOf = ({ memories }: Surroundings): Preimages => memories.of(newPreimages);
