import type { FeltKey } from '../felt/key.ts';
import type { InitialReads } from '../state/transactionState.ts';

/** What a row of transactions first read of the state before the first of them. */
export class InitialReadsUnion {
  readonly #storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  readonly #nonces = new Map<FeltKey, FeltKey>();
  readonly #classHashes = new Map<FeltKey, FeltKey>();
  readonly #declared = new Map<FeltKey, boolean>();

  /** Adds the reads of the next transaction; what an earlier one read stays as that one saw it. */
  add(reads: InitialReads): void {
    for (const [address, cells] of reads.storage) {
      let known = this.#storage.get(address);
      if (!known) this.#storage.set(address, (known = new Map()));
      addMissing(known, cells);
    }
    addMissing(this.#nonces, reads.nonces);
    addMissing(this.#classHashes, reads.classHashes);
    addMissing(this.#declared, reads.declared);
  }

  get reads(): InitialReads {
    return {
      storage: this.#storage,
      nonces: this.#nonces,
      classHashes: this.#classHashes,
      declared: this.#declared,
    };
  }
}

function addMissing<V>(known: Map<FeltKey, V>, more: ReadonlyMap<FeltKey, V>): void {
  for (const [key, value] of more) if (!known.has(key)) known.set(key, value);
}
