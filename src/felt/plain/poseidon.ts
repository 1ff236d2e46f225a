// Starknet's Poseidon: the Hades permutation of three felts with cubes, 4 full, 83 partial and 4 full rounds.
import { type Felt, P } from '../felt.ts';
import { mod } from './modular.ts';
import { sha256 } from './sha2.ts';

/** Rounds in which every element is cubed, half of them at each end. In the partial rounds between, only the last element is. */
const FULL_ROUNDS = 8;
const PARTIAL_ROUNDS = 83;

let constants: bigint[] | undefined;

/** The round constants, three for each round: constant i is SHA-256 of the text `Hades<i>` modulo P. */
function roundConstants(): readonly bigint[] {
  constants ??= Array.from({ length: 3 * (FULL_ROUNDS + PARTIAL_ROUNDS) }, (_, i) => {
    let value = 0n;
    for (const byte of sha256(new TextEncoder().encode(`Hades${i}`))) value = (value << 8n) | BigInt(byte);
    return value % P;
  });
  return constants;
}

const cube = (x: bigint): bigint => (((x * x) % P) * x) % P;

/** The permutation. */
export function poseidonPermutation(state: readonly [Felt, Felt, Felt]): [Felt, Felt, Felt] {
  const constant = roundConstants();
  let [a, b, c]: [bigint, bigint, bigint] = [...state];
  for (let round = 0; round < FULL_ROUNDS + PARTIAL_ROUNDS; round++) {
    a += constant[3 * round]!;
    b += constant[3 * round + 1]!;
    c = cube(c + constant[3 * round + 2]!);
    if (round < FULL_ROUNDS / 2 || round >= FULL_ROUNDS / 2 + PARTIAL_ROUNDS) {
      a = cube(a);
      b = cube(b);
    }
    // The mixing matrix is (3 1 1; 1 -1 1; 1 1 -2).
    const sum = a + b + c;
    [a, b, c] = [mod(sum + 2n * a, P), mod(sum - 2n * b, P), mod(sum - 3n * c, P)];
  }
  return [a as Felt, b as Felt, c as Felt];
}

/** The hash of any number of felts: a sponge of rate two, padded with 1 and then 0. */
export function poseidonMany(felts: readonly Felt[]): Felt {
  let state: [Felt, Felt, Felt] = [0n as Felt, 0n as Felt, 0n as Felt];
  const add = (x: Felt, y: bigint | undefined): Felt => ((x + (y ?? 0n)) % P) as Felt;
  for (let i = 0; i <= felts.length; i += 2) {
    const second = i + 1 < felts.length ? felts[i + 1] : i + 1 === felts.length ? 1n : 0n;
    state = poseidonPermutation([add(state[0], i < felts.length ? felts[i] : 1n), add(state[1], second), state[2]]);
  }
  return state[0];
}
