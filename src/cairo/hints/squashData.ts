import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import { VmError } from '../vmError.ts';

/** The accesses of a dictionary that is being squashed: keys ascending, and for each the indices of its accesses. */
export class SquashData {
  readonly #indices = new Map<FeltKey, number[]>();
  /** In descending order, so that the next key is the last one. */
  readonly keys: readonly Felt[];
  #left: number;

  constructor(accessedKeys: readonly Felt[]) {
    accessedKeys.forEach((key, index) => {
      const indices = this.#indices.get(keyOf(key));
      if (indices === undefined) this.#indices.set(keyOf(key), [index]);
      else indices.push(index);
    });
    // In descending order, so that the next index is the last one.
    for (const indices of this.#indices.values()) indices.reverse();
    this.keys = [...this.#indices.keys()].map(feltOf).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
    this.#left = this.keys.length;
  }

  get currentKey(): Felt {
    if (this.#left === 0) throw new VmError('No keys left to squash.');
    return this.keys[this.#left - 1]!;
  }

  /** The remaining accesses of the current key, the next one last. */
  get currentIndices(): number[] {
    return this.#indices.get(keyOf(this.currentKey))!;
  }

  get currentIndex(): number {
    const index = this.currentIndices.at(-1);
    if (index === undefined) throw new VmError('No accesses of the current key left to squash.');
    return index;
  }

  /** Advances to the next access of the current key. Returns the previous one. */
  nextIndex(): number {
    const index = this.currentIndex;
    this.currentIndices.pop();
    return index;
  }

  nextKey(): Felt {
    if (this.currentIndices.length !== 1) throw new VmError('Key popped but not all accesses were processed.');
    this.#left--;
    return this.currentKey;
  }
}
