// Arithmetic on single felts. One product is faster in BigInt than with a call to the kernel.
import { cryptoBackend } from './currentBackend.ts';
import { type Felt, FeltError, P } from './felt.ts';

export function addFelts(a: Felt, b: Felt): Felt {
  const sum = a + b;
  return (sum < P ? sum : sum - P) as Felt;
}

export function subFelts(a: Felt, b: Felt): Felt {
  return (a < b ? a - b + P : a - b) as Felt;
}

export function mulFelts(a: Felt, b: Felt): Felt {
  return ((a * b) % P) as Felt;
}

/** a / b; dividing by zero is an error. */
export function divFelts(a: Felt, b: Felt): Felt {
  if (b === 0n) throw new FeltError(`${a} cannot be divided by 0.`);
  return mulFelts(a, cryptoBackend.inverse(b));
}

/** An LRU cache of square roots, the latest last: every signature check needs the y of the account's public key. */
const roots = new Map<Felt, Felt | undefined>();
const MAX_CACHED_ROOTS = 64;

/** The smaller square root; undefined when the felt is not a square. */
export function sqrtFelt(a: Felt): Felt | undefined {
  const root = roots.has(a) ? roots.get(a) : cryptoBackend.squareRoot(a);
  cacheRoot(a, root);
  return root;
}

/** Caches the smaller square root of a felt, or undefined when it has none. The caller guarantees that it is correct. */
export function cacheRoot(a: Felt, root: Felt | undefined): void {
  if (!roots.delete(a) && roots.size === MAX_CACHED_ROOTS)
    for (const oldest of roots.keys()) if (roots.delete(oldest)) break;
  roots.set(a, root);
}
