// MT19937-64 seeded from a 32-bit seed through PCG32, as in starknet-devnet, so that a seed gives the same accounts in both.

const MASK = 2n ** 64n - 1n;
const N = 312;
const M = 156;
const MATRIX_A = 0xb5026f5aa96619e9n;
const UPPER = 0xffffffff80000000n;
const LOWER = 0x7fffffffn;

const PCG_MULTIPLIER = 6364136223846793005n;
const PCG_INCREMENT = 11634580027462260723n;

/** A 32-bit seed spread over 64 bits: two PCG32 outputs, the first in the low half. */
export function spreadSeed(seed: number): bigint {
  let state = BigInt(seed);
  let spread = 0n;
  for (const shift of [0n, 32n]) {
    state = (state * PCG_MULTIPLIER + PCG_INCREMENT) & MASK;
    const mixed = (((state >> 18n) ^ state) >> 27n) & 0xffffffffn;
    const turn = state >> 59n;
    spread |= (((mixed >> turn) | (mixed << (32n - turn))) & 0xffffffffn) << shift;
  }
  return spread;
}

/** The 64-bit Mersenne Twister. */
export class MersenneTwister {
  readonly #state: bigint[] = [];
  #index = N;

  constructor(seed: bigint) {
    this.#state.push(seed & MASK);
    for (let i = 1; i < N; i++) {
      const last = this.#state[i - 1]!;
      this.#state.push((6364136223846793005n * (last ^ (last >> 62n)) + BigInt(i)) & MASK);
    }
  }

  /** The next 64 random bits. */
  next(): bigint {
    if (this.#index === N) this.#refill();
    let x = this.#state[this.#index++]!;
    x ^= (x >> 29n) & 0x5555555555555555n;
    x ^= (x << 17n) & 0x71d67fffeda60000n;
    x ^= (x << 37n) & 0xfff7eee000000000n;
    return x ^ (x >> 43n);
  }

  #refill(): void {
    const state = this.#state;
    for (let i = 0; i < N; i++) {
      const x = (state[i]! & UPPER) | (state[(i + 1) % N]! & LOWER);
      state[i] = state[(i + M) % N]! ^ (x >> 1n) ^ (x & 1n ? MATRIX_A : 0n);
    }
    this.#index = 0;
  }
}
