import type { DeclaredClass } from '../../classes/declaredClass.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { State } from '../../state/state.ts';
import { EMPTY_DIFF } from '../../state/stateDiff.ts';
import type { DiffVisitor } from './packedDiffCodec.ts';

/** Collects changes and applies them together, because a state that nobody asks for need not be made. */
export class PendingChanges implements DiffVisitor {
  readonly #storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  readonly #nonces = new Map<FeltKey, FeltKey>();
  readonly #classHashes = new Map<FeltKey, FeltKey>();
  #declared: (readonly [FeltKey, DeclaredClass])[] = [];

  cell(address: FeltKey, key: FeltKey, value: FeltKey): void {
    let cells = this.#storage.get(address);
    if (!cells) this.#storage.set(address, (cells = new Map()));
    cells.set(key, value);
  }

  nonce(address: FeltKey, nonce: FeltKey): void {
    this.#nonces.set(address, nonce);
  }

  contractClass(address: FeltKey, classHash: FeltKey): void {
    this.#classHashes.set(address, classHash);
  }

  declare(classHash: FeltKey, declared: DeclaredClass): void {
    this.#declared.push([classHash, declared]);
  }

  /** The state after the changes, which are then forgotten. */
  applyTo(state: State): State {
    const diff = { ...EMPTY_DIFF, storage: this.#storage, nonces: this.#nonces, deployed: this.#classHashes };
    const after = state.apply(diff, this.#declared);
    this.#storage.clear();
    this.#nonces.clear();
    this.#classHashes.clear();
    this.#declared = [];
    return after;
  }
}
