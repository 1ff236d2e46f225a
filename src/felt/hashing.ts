import { type Felt, reduce } from './felt.ts';
import { poseidon, poseidonMany } from './hash.ts';

/**
 * The hash functions of blocks and classes, over values V that are felts or stand for felts that are not computed yet. So the
 * same formula can either compute a hash or record a recipe for the hash worker.
 */
export interface Hashing<V> {
  /** The Poseidon hash of a list. */
  many(items: readonly (Felt | V)[]): V;
  /** The Poseidon hash of two values. */
  pair(a: Felt | V, b: Felt | V): V;
  /** The sum of a value and a small number. */
  plus(value: Felt | V, addend: number): V;
}

/** Computes each hash immediately. */
export const directHashing: Hashing<Felt> = {
  many: poseidonMany,
  pair: poseidon,
  plus: (value, addend) => reduce(value + BigInt(addend)),
};

/** Computes a list of hashes from data that the caller closes over and one earlier value; for a block, its parent's hash. */
export type HashFormula = <V>(hashing: Hashing<V>, before: Felt | V) => readonly (Felt | V)[];

/** Hashes that the hash worker computes. */
export interface DeferredHashes {
  /** Returns the hashes. Computes them here if they have not arrived from the worker. */
  settle(): readonly Felt[];
}

/** Computes hashes in the background. */
export interface BackgroundHasher {
  /**
   * Begins to compute a formula of `count` hashes over a value, or over the last hash of another formula that is not finished.
   * Returns undefined when it has no room for the formula; then the caller computes the hashes.
   */
  begin(formula: HashFormula, count: number, before: Felt | DeferredHashes): DeferredHashes | undefined;
  close(): void;
}
