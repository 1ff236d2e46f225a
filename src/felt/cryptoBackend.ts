import type { Felt } from './felt.ts';
import type { FeltKey } from './key.ts';
import type { Curve, Point } from './plain/curve.ts';
import type { EcOpOutcome } from './plain/ecOp.ts';

/**
 * Hashes and curve arithmetic. `plainBackend` is the definition and `wasmBackend`, which calls the kernel, is the fast
 * implementation; they agree on every input. Callers check felts and coordinates. States are changed in place.
 */
export interface CryptoBackend {
  /** The inverse of a felt, 0 for 0. */
  inverse(a: Felt): Felt;
  /** The smaller square root of a felt; undefined when it has none. */
  squareRoot(a: Felt): Felt | undefined;

  pedersen(a: Felt, b: Felt): Felt;
  pedersenKeys(a: FeltKey, b: FeltKey): FeltKey;
  /** The Pedersen hashes of pairs, which follow each other in the list. */
  pedersenPairs(inputs: readonly FeltKey[]): FeltKey[];
  /** pedersen(...pedersen(pedersen(start, felts[0]), felts[1])...). */
  pedersenChain(start: Felt, felts: readonly Felt[]): Felt;

  poseidonPermutation(state: readonly [Felt, Felt, Felt]): [Felt, Felt, Felt];
  poseidonMany(felts: readonly Felt[]): Felt;

  /** Keccak-f[1600] of 25 lanes, each as low and high word. */
  keccakF1600(state: Uint32Array): void;
  sha256Block(state: Uint32Array, block: Uint32Array): void;
  sha512Block(state: BigUint64Array, block: BigUint64Array): void;
  blake2sCompress(state: Uint32Array, message: Uint32Array, counter: number, last: boolean): void;
  /** BLAKE2s with a digest of 32 bytes. */
  blake2s(bytes: Uint8Array): Uint8Array;
  blake2sFelts(felts: readonly Felt[]): Felt;

  /** P + m * Q as the EC builtin computes it. */
  ecOp(p: Point, q: Point, m: bigint): EcOpOutcome;
  ecdsaVerify(publicKey: Felt, hash: Felt, r: Felt, s: Felt): boolean;
  /** scalar * point, for a scalar of at most 256 bits. */
  multiplyPoint(curve: Curve, point: Point, scalar: bigint): Point;
}
