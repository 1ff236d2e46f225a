import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import type { Squash } from './squash.ts';

/** The definition of a squash. */
export class SquashData implements Squash {
  readonly #indices = new Map<FeltKey, number[]>();
  /** In descending order, so that the next key is the last one. */
  readonly #keys: readonly Felt[];
  keysLeft: number;

  constructor(accessedKeys: readonly Felt[]) {
    accessedKeys.forEach((key, index) => {
      const indices = this.#indices.get(keyOf(key));
      if (indices === undefined) this.#indices.set(keyOf(key), [index]);
      else indices.push(index);
    });
    // In descending order, so that the next index is the last one.
    for (const indices of this.#indices.values()) indices.reverse();
    this.#keys = [...this.#indices.keys()].map(feltOf).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
    this.keysLeft = this.#keys.length;
  }

  get largestKey(): Felt {
    return this.#keys[0]!;
  }

  get currentKey(): Felt {
    return this.#keys[this.keysLeft - 1]!;
  }

  get #currentIndices(): number[] {
    return this.#indices.get(keyOf(this.currentKey))!;
  }

  get accessesLeft(): number {
    return this.#currentIndices.length;
  }

  get currentAccess(): number {
    return this.#currentIndices.at(-1)!;
  }

  advanceAccess(): void {
    this.#currentIndices.pop();
  }

  advanceKey(): void {
    this.keysLeft--;
  }
}
