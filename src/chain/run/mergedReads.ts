import type { ExecutionResult } from '../../execution/outcome.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { InitialReads } from '../../state/transactionState.ts';

/**
 * The initial reads of a sequence of transactions. A transaction reads whatever it writes, so the first
 * value of each item is that of the state below.
 */
export class MergedReads {
  readonly #storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  readonly #nonces = new Map<FeltKey, FeltKey>();
  readonly #classHashes = new Map<FeltKey, FeltKey>();
  readonly #declared = new Map<FeltKey, boolean>();
  readonly reads: InitialReads = {
    storage: this.#storage,
    nonces: this.#nonces,
    classHashes: this.#classHashes,
    declared: this.#declared,
  };

  add({ initialReads }: Pick<ExecutionResult, 'initialReads'>): void {
    for (const [address, cells] of initialReads.storage) {
      let known = this.#storage.get(address);
      if (!known) this.#storage.set(address, (known = new Map()));
      keepFirst(known, cells);
    }
    keepFirst(this.#nonces, initialReads.nonces);
    keepFirst(this.#classHashes, initialReads.classHashes);
    keepFirst(this.#declared, initialReads.declared);
  }
}

function keepFirst<V>(known: Map<FeltKey, V>, more: ReadonlyMap<FeltKey, V>): void {
  for (const [key, value] of more) if (!known.has(key)) known.set(key, value);
}
