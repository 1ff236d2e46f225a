import type { CasmClass } from '../cairo/casm.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { Felt } from '../felt/felt.ts';
import { feltOf, keyOf } from '../felt/key.ts';
import { fetchNeeds } from '../state/retryRead.ts';
import type { State } from '../state/state.ts';

import type { RunOptions } from './run/executor.ts';
import { cellKey, type History } from './value/history.ts';

/** The state after a block, as the API reads it. */
export class StateView {
  readonly #state: State;
  readonly #history: History;
  readonly #blockNumber: number;
  readonly #waitFor: RunOptions['waitFor'];

  constructor(state: State, history: History, blockNumber: number, waitFor?: RunOptions['waitFor']) {
    this.#waitFor = waitFor;
    this.#state = state;
    this.#history = history;
    this.#blockNumber = blockNumber;
  }

  /** Zero when nothing is deployed there. */
  classHashOf(address: Felt): Promise<Felt> {
    return this.#read((state) => feltOf(state.classHashAt(keyOf(address))));
  }

  nonceOf(address: Felt): Promise<Felt> {
    return this.#read((state) => feltOf(state.nonceAt(keyOf(address))));
  }

  storageOf(address: Felt, key: Felt): Promise<Felt> {
    return this.#read((state) => feltOf(state.storageAt(keyOf(address), keyOf(key))));
  }

  /** The newest block up to this one that changed the cell; 0 when only genesis did, or nothing. */
  async lastUpdateOf(address: Felt, key: Felt): Promise<number> {
    let update = this.#history.cellUpdates.get(cellKey(keyOf(address), keyOf(key)));
    while (update && update.blockNumber > this.#blockNumber) update = update.earlier;
    return update?.blockNumber ?? 0;
  }

  /** A class declared at or before this block. */
  classOf(classHash: Felt): Promise<DeclaredClass | undefined> {
    return this.#read((state) => state.declaredClassAt(keyOf(classHash)));
  }

  /** The compiled form of such a class; undefined for Cairo 0. */
  async casmOf(classHash: Felt): Promise<CasmClass | undefined> {
    return (await this.classOf(classHash))?.casm;
  }

  #read<T>(read: (state: State) => T): Promise<T> {
    return fetchNeeds(() => read(this.#state), this.#state.base, this.#waitFor);
  }
}
