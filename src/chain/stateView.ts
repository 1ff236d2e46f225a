import type { CasmClass } from '../cairo/casm.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import type { Felt } from '../felt/felt.ts';
import { feltOf, keyOf } from '../felt/key.ts';
import { fetchNeeds } from '../state/retryRead.ts';
import type { State } from '../state/state.ts';
import type { StateView } from './node.ts';
import type { RunOptions } from './run/executor.ts';
import { cellKey, type History } from './value/history.ts';

/** The state after a block, as the API reads it. */
export class LocalStateView implements StateView {
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

  classHashOf(address: Felt): Promise<Felt> {
    return this.#read((state) => feltOf(state.classHashAt(keyOf(address))));
  }

  nonceOf(address: Felt): Promise<Felt> {
    return this.#read((state) => feltOf(state.nonceAt(keyOf(address))));
  }

  storageOf(address: Felt, key: Felt): Promise<Felt> {
    return this.#read((state) => feltOf(state.storageAt(keyOf(address), keyOf(key))));
  }

  async lastUpdateOf(address: Felt, key: Felt): Promise<number> {
    let update = this.#history.cellUpdates.get(cellKey(keyOf(address), keyOf(key)));
    while (update && update.blockNumber > this.#blockNumber) update = update.earlier;
    return update?.blockNumber ?? 0;
  }

  classOf(classHash: Felt): Promise<DeclaredClass | undefined> {
    return this.#read((state) => state.declaredClassAt(keyOf(classHash)));
  }

  async casmOf(classHash: Felt): Promise<CasmClass | undefined> {
    return (await this.classOf(classHash))?.casm;
  }

  #read<T>(read: (state: State) => T): Promise<T> {
    return fetchNeeds(() => read(this.#state), this.#state.base, this.#waitFor);
  }
}
