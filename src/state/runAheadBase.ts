import type { DeclaredClass } from '../classes/declaredClass.ts';
import { type FeltKey, ZERO_KEY } from '../felt/key.ts';
import type { StateItem } from './need.ts';
import type { StateBase } from './stateBase.ts';

/**
 * A base that never makes an execution wait: what is not at hand reads as nothing and is noted. An execution over it
 * finds out in one go most of what it will ask for; its outcome counts only when nothing was missing.
 */
export class RunAheadBase implements StateBase {
  readonly #base: StateBase;
  readonly #missing = new Map<string, StateItem>();

  constructor(base: StateBase) {
    this.#base = base;
  }

  /** What was asked for and is not at hand, each once. */
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
