import type { Felt } from '../felt.ts';
import { addPoints, multiplyPoint, negatePoint, pointFromX } from './curve.ts';
import { starkCurve } from './curves.ts';
import { inverse, mod } from './modular.ts';

const { n, generator } = starkCurve;

/** Message hashes and signature parts are below this. */
export const SIGNED_BOUND = 2n ** 251n;

/**
 * Whether (r, s) is a signature of the hash by the key with this x. A public key is only an x, so both points with it are tried.
 * The bounds are the network's: hash, r, s and the inverse of s below 2^251.
 */
export function ecdsaVerify(publicKey: Felt, hash: Felt, r: Felt, s: Felt): boolean {
  if (hash >= SIGNED_BOUND || r === 0n || r >= SIGNED_BOUND || s === 0n || s >= SIGNED_BOUND) return false;
  const key = pointFromX(starkCurve, publicKey, false);
  if (!key) return false;
  const w = inverse(s, n);
  if (w === 0n || w >= SIGNED_BOUND) return false;
  const first = multiplyPoint(starkCurve, generator, mod(hash * w, n));
  const second = multiplyPoint(starkCurve, key, mod(r * w, n));
  return (
    addPoints(starkCurve, first, second).x === r ||
    addPoints(starkCurve, first, negatePoint(starkCurve, second)).x === r
  );
}
