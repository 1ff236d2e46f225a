import type { DeclaredClass } from '../classes/declaredClass.ts';
import { type FeltKey, ZERO_KEY } from '../felt/key.ts';
import type { StateItem } from './need.ts';
import type { StateBase } from './stateBase.ts';

/**
 * A base that never makes an execution wait. A value that is not available reads as zero and is recorded as missing. A run over
 * it finds most of the values that the execution needs, so that they can be fetched together. Its outcome is valid only if nothing
 * was missing.
 */
export class RunAheadBase implements StateBase {
  readonly #base: StateBase;
  readonly #missing = new Map<string, StateItem>();

  constructor(base: StateBase) {
    this.#base = base;
  }

  /** The items that were read and are not available, each once. */
  get missing(): readonly StateItem[] {
    return [...this.#missing.values()];
  }

  classHashAt(address: FeltKey): FeltKey {
    return this.#base.classHashAt(address) ?? this.#zero({ kind: 'classHash', address }, `c${address}`);
  }

  nonceAt(address: FeltKey): FeltKey {
    return this.#base.nonceAt(address) ?? this.#zero({ kind: 'nonce', address }, `n${address}`);
  }

  storageAt(address: FeltKey, key: FeltKey): FeltKey {
    return this.#base.storageAt(address, key) ?? this.#zero({ kind: 'storage', address, key }, `s${address}${key}`);
  }

  classAt(classHash: FeltKey): DeclaredClass | null {
    const known = this.#base.classAt(classHash);
    if (known === undefined) this.#missing.set(`d${classHash}`, { kind: 'class', classHash });
    return known ?? null;
  }

  fetch(items: readonly StateItem[]): Promise<void> {
    return this.#base.fetch(items);
  }

  #zero(item: StateItem, name: string): FeltKey {
    this.#missing.set(name, item);
    return ZERO_KEY;
  }
}
