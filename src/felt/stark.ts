// The Stark curve: points, keys and signatures.
import { cryptoBackend } from './currentBackend.ts';
import { type Felt, FeltError, reduce, toFelt } from './felt.ts';
import { cacheRoot, sqrtFelt } from './field.ts';
import type { Point } from './plain/curve.ts';
import { starkCurve } from './plain/curves.ts';
import { SIGNED_BOUND } from './plain/ecdsa.ts';
import type { EcOpOutcome } from './plain/ecOp.ts';
import { inverse, mod } from './plain/modular.ts';
import { signatureNonces } from './signatureNonces.ts';

export { INFINITY, type Point } from './plain/curve.ts';
export { starkCurve, startPoint } from './plain/curves.ts';
export type { EcOpOutcome } from './plain/ecOp.ts';

const { n, generator } = starkCurve;

/** The square of y for the points with this x. */
const ySquared = (x: bigint): Felt => reduce(x * x * x + x + starkCurve.b);

/** The smaller y of the points of the curve with this x; undefined when there are none. */
export const starkY = (x: bigint): Felt | undefined => sqrtFelt(ySquared(x));

/** Caches the smaller y for an x, so that `starkY` need not compute the square root. */
export const cacheStarkY = (x: Felt, y: Felt): void => cacheRoot(ySquared(x), y);

/** P + m * Q with the EC builtin's rules; points off the curve are an outcome, not an error. */
export function ecOp(p: Point, q: Point, m: Felt): EcOpOutcome {
  for (const value of [p.x, p.y, q.x, q.y, m]) toFelt(value);
  return cryptoBackend.ecOp(p, q, m);
}

function checkPrivateKey(privateKey: bigint): bigint {
  if (privateKey <= 0n || privateKey >= n)
    throw new FeltError(`A private key must be from 1 to ${n - 1n}; the one given is not.`);
  return privateKey;
}

/** The public key of a private key: the x of key * generator. */
export function starkPublicKey(privateKey: Felt): Felt {
  return cryptoBackend.multiplyPoint(starkCurve, generator, checkPrivateKey(privateKey)).x as Felt;
}

/** A signature of a hash. */
export interface StarkSignature {
  readonly r: Felt;
  readonly s: Felt;
}

/** Signs a hash below 2^251 with the nonce of RFC 6979, so the same key and hash always give the same signature. */
export function starkSign(privateKey: Felt, hash: Felt): StarkSignature {
  checkPrivateKey(privateKey);
  if (hash < 0n || hash >= SIGNED_BOUND)
    throw new FeltError(`${hash} cannot be signed: a hash is at least 0 and below 2^251.`);
  for (const k of signatureNonces(starkCurve.n, privateKey, hash)) {
    const r = cryptoBackend.multiplyPoint(starkCurve, generator, k).x;
    if (r === 0n || r >= SIGNED_BOUND) continue;
    // s = e / k, and its inverse k / e has a bound too. One division by e * k gives both.
    const e = mod(hash + r * privateKey, n);
    const quotient = inverse(mod(e * k, n), n);
    const s = mod(mod(e * e, n) * quotient, n);
    if (s === 0n || s >= SIGNED_BOUND || mod(mod(k * k, n) * quotient, n) >= SIGNED_BOUND) continue;
    return { r: r as Felt, s: s as Felt };
  }
  throw new Error('unreachable: the nonces do not end');
}

/** Whether (r, s) signs the hash for the key with this x. */
export function starkVerify(publicKey: Felt, hash: Felt, r: Felt, s: Felt): boolean {
  return cryptoBackend.ecdsaVerify(toFelt(publicKey), toFelt(hash), toFelt(r), toFelt(s));
}
