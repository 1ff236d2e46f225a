import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { FeltKey } from '../felt/key.ts';
import type { State } from '../state/state.ts';
import { EMPTY_DIFF } from '../state/stateDiff.ts';
import type { StoredCells } from './byteIndex.ts';
import { ByteReader } from './byteReader.ts';

/** Collects changes and applies them together, because a state that nobody asks for need not be made. */
export class PendingChanges {
  readonly #bytes: Uint8Array;
  readonly #cells: StoredCells;
  /** The number of changes of cells that are applied. */
  #applied = 0;
  /** Where the nonces stand in the file. */
  readonly #nonces = new Map<FeltKey, number>();
  readonly #classHashes = new Map<FeltKey, FeltKey>();
  #declared: (readonly [FeltKey, DeclaredClass])[] = [];

  constructor(bytes: Uint8Array, cells: StoredCells) {
    this.#bytes = bytes;
    this.#cells = cells;
  }

  nonce(address: FeltKey, nonceAt: number): void {
    this.#nonces.set(address, nonceAt);
  }

  contractClass(address: FeltKey, classHash: FeltKey): void {
    this.#classHashes.set(address, classHash);
  }

  declare(classHash: FeltKey, declared: DeclaredClass): void {
    this.#declared.push([classHash, declared]);
  }

  /** The state after the changes, which are then forgotten. */
  applyTo(state: State): State {
    const from = new ByteReader(this.#bytes);
    const nonces = new Map<FeltKey, FeltKey>();
    for (const [address, at] of this.#nonces) {
      from.at = at;
      nonces.set(address, from.key());
    }
    const storage = this.#cells.valuesSince(this.#applied);
    const after = state.apply({ ...EMPTY_DIFF, storage, nonces, deployed: this.#classHashes }, this.#declared);
    this.forget();
    return after;
  }

  forget(): void {
    this.#applied = this.#cells.changes;
    this.#nonces.clear();
    this.#classHashes.clear();
    this.#declared = [];
  }
}
