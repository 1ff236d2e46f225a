import { type Felt, P } from '../../src/felt/felt.ts';

/** A repeatable source of test inputs (mulberry32). */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }
  word(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }
  below(limit: number): number {
    return this.word() % limit;
  }
  bits(count: number): bigint {
    let value = 0n;
    for (let i = 0; i < count; i += 32) value = (value << 32n) | BigInt(this.word());
    return value & ((1n << BigInt(count)) - 1n);
  }
  felt(): Felt {
    return (this.bits(288) % P) as Felt;
  }
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }
  /** A random felt that is often small or near a boundary. */
  oddFelt(): Felt {
    switch (this.below(6)) {
      case 0:
        return BigInt(this.below(4)) as Felt;
      case 1:
        return this.bits(this.below(250) + 1) as Felt;
      case 2:
        return ((1n << BigInt(this.below(251))) - 1n) as Felt;
      case 3:
        return (P - 1n - BigInt(this.below(4))) as Felt;
      default:
        return this.felt();
    }
  }
}
