import { type Felt, reduce } from './felt.ts';
import { poseidon, poseidonMany } from './hash.ts';

/**
 * The hashes that blocks and classes are made of, over values that may be felts or stand for felts to come: the same formula
 * computes with one and writes down the work for somebody else with another.
 */
export interface Hashing<V> {
  /** The Poseidon hash of a list. */
  many(items: readonly (Felt | V)[]): V;
  /** The Poseidon hash of two. */
  pair(a: Felt | V, b: Felt | V): V;
  /** A value and a small number. */
  plus(value: Felt | V, addend: number): V;
}

/** Computes at once. */
export const directHashing: Hashing<Felt> = {
  many: poseidonMany,
  pair: poseidon,
  plus: (value, addend) => reduce(value + BigInt(addend)),
};

/** A list of hashes over something of the caller's and one value from before: of blocks, the hash of the parent. */
export type HashFormula = <V>(hashing: Hashing<V>, before: Felt | V) => readonly (Felt | V)[];

/** Hashes that somebody else computes. */
export interface LateHashes {
  /** The hashes, waiting for them or computing them where they are not there yet. */
  settle(): readonly Felt[];
}

/** Computes hashes beside the program's own work. */
export interface LateHasher {
  /**
   * Begins with a formula of `count` hashes, over a value or the last hash of another formula under way. Undefined when
   * it cannot be taken over now: then the caller computes.
   */
  begin(formula: HashFormula, count: number, before: Felt | LateHashes): LateHashes | undefined;
  close(): void;
}
