import { type FeltKey, ZERO_KEY } from '../../src/felt/key.ts';
import type { StateItem } from '../../src/state/need.ts';
import type { State } from '../../src/state/state.ts';
import type { StateBase } from '../../src/state/stateBase.ts';

/** A base in which every value must be fetched first. */
export class SlowBase implements StateBase {
  readonly #origin: State;
  readonly #known = new Set<string>();
  fetches = 0;
  items = 0;

  constructor(origin: State) {
    this.#origin = origin;
  }

  #when<T>(item: StateItem, read: () => T): T | undefined {
    return this.#known.has(name(item)) ? read() : undefined;
  }
  classHashAt(address: FeltKey) {
    return this.#when({ kind: 'classHash', address }, () => this.#origin.classHashAt(address));
  }
  nonceAt(address: FeltKey) {
    return this.#when({ kind: 'nonce', address }, () => this.#origin.nonceAt(address));
  }
  storageAt(address: FeltKey, key: FeltKey) {
    return this.#when({ kind: 'storage', address, key }, () => this.#origin.storageAt(address, key));
  }
  classAt(classHash: FeltKey) {
    return this.#when({ kind: 'class', classHash }, () => this.#origin.declaredClassAt(classHash) ?? null);
  }
  async fetch(items: readonly StateItem[]) {
    this.provide(items);
  }
  provide(items: readonly StateItem[]): void {
    this.fetches++;
    this.items += items.length;
    for (const item of items) this.#known.add(name(item));
  }
}

const name = (item: StateItem): string =>
  `${item.kind} ${'address' in item ? item.address : item.classHash}${'key' in item ? item.key : ZERO_KEY}`;
