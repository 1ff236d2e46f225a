import { drawBits } from '../random/draw.ts';

/** Somebody who makes random choices. */
export interface Choices {
  /** A whole number from 0 to below a limit. */
  below(limit: number): number;
}

/** The random choices of one schedule or sequence: they depend on the seed and on its number alone. */
export class Draws implements Choices {
  readonly #seed: number;
  readonly #schedule: number;
  #count = 0;

  constructor(seed: number, schedule: number) {
    this.#seed = seed;
    this.#schedule = schedule;
  }

  below(limit: number): number {
    return drawBits(this.#seed, this.#schedule, this.#count++) % limit;
  }

  /** One of some items; undefined if there is none. */
  pick<T>(items: readonly [T, ...T[]]): T;
  pick<T>(items: readonly T[]): T | undefined;
  pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(Math.max(1, items.length))];
  }
}
