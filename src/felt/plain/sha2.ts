import { concatBytes } from '../concatBytes.ts';

// SHA-256 and SHA-512 (FIPS 180-4). Their constants are the fractional parts of roots of the first primes, so they are computed.

const primes: number[] = [];
for (let candidate = 2; primes.length < 80; candidate++)
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);

/** The first 64 fractional bits of the root of a prime. */
function fractionOfRoot(prime: number, root: 2n | 3n): bigint {
  const wanted = BigInt(prime) << (64n * root);
  // Floating point gives the first 40 fractional bits, and one step of Newton's method all others except the last.
  let found = BigInt(Math.floor((root === 2n ? Math.sqrt(prime) : Math.cbrt(prime)) * 2 ** 40)) << 24n;
  found -= (found ** root - wanted) / (root * found ** (root - 1n));
  while (found ** root > wanted) found--;
  while ((found + 1n) ** root <= wanted) found++;
  return found & (2n ** 64n - 1n);
}

const K512 = BigUint64Array.from(primes, (prime) => fractionOfRoot(prime, 3n));
const K256 = Uint32Array.from(K512.subarray(0, 64), (constant) => Number(constant >> 32n));
const initial512 = BigUint64Array.from(primes.slice(0, 8), (prime) => fractionOfRoot(prime, 2n));
const initial256 = Uint32Array.from(initial512, (constant) => Number(constant >> 32n));

/** The words of a state. */
type Eight<T> = readonly [T, T, T, T, T, T, T, T];

const rotate = (x: number, n: number): number => (x >>> n) | (x << (32 - n));
const schedule = new Uint32Array(64);

/** One SHA-256 compression: changes the eight words of the state by a block of sixteen. */
export function sha256Block(state: Uint32Array, block: Uint32Array): void {
  const w = schedule;
  for (let i = 0; i < 16; i++) w[i] = block[i]!;
  for (let i = 16; i < 64; i++) {
    const s0 = rotate(w[i - 15]!, 7) ^ rotate(w[i - 15]!, 18) ^ (w[i - 15]! >>> 3);
    const s1 = rotate(w[i - 2]!, 17) ^ rotate(w[i - 2]!, 19) ^ (w[i - 2]! >>> 10);
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as Iterable<number> as Eight<number>;
  for (let i = 0; i < 64; i++) {
    const S1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + S1 + ((e & f) ^ (~e & g)) + K256[i]! + w[i]!) | 0;
    const S0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (S0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

const rotate64 = (x: bigint, n: bigint): bigint => (x >> n) | BigInt.asUintN(64, x << (64n - n));

/** One SHA-512 compression: changes the eight words of the state by a block of sixteen. */
export function sha512Block(state: BigUint64Array, block: BigUint64Array): void {
  const w = new BigUint64Array(80);
  w.set(block);
  for (let i = 16; i < 80; i++) {
    const s0 = rotate64(w[i - 15]!, 1n) ^ rotate64(w[i - 15]!, 8n) ^ (w[i - 15]! >> 7n);
    const s1 = rotate64(w[i - 2]!, 19n) ^ rotate64(w[i - 2]!, 61n) ^ (w[i - 2]! >> 6n);
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
  }
  const word = (x: bigint): bigint => BigInt.asUintN(64, x);
  let [a, b, c, d, e, f, g, h] = state as Iterable<bigint> as Eight<bigint>;
  for (let i = 0; i < 80; i++) {
    const S1 = rotate64(e, 14n) ^ rotate64(e, 18n) ^ rotate64(e, 41n);
    const t1 = h + S1 + ((e & f) ^ (word(~e) & g)) + K512[i]! + w[i]!;
    const S0 = rotate64(a, 28n) ^ rotate64(a, 34n) ^ rotate64(a, 39n);
    const t2 = S0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = word(d + t1);
    d = c;
    c = b;
    b = a;
    a = word(t1 + t2);
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i]! += value;
}

/** A compression function of SHA-256: the one in this file, or a backend's. */
export type Sha256Block = typeof sha256Block;

/** SHA-256 of bytes. */
export function sha256(bytes: Uint8Array, compress: Sha256Block = sha256Block): Uint8Array {
  const padded = new Uint8Array((bytes.length + 9 + 63) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = initial256.slice();
  const block = new Uint32Array(16);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) block[i] = view.getUint32(at + 4 * i);
    compress(state, block);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i++) digest.setUint32(4 * i, state[i]!);
  return new Uint8Array(digest.buffer);
}

/** The state both functions start from. */
export const sha256Start = (): Uint32Array => initial256.slice();
export const sha512Start = (): BigUint64Array => initial512.slice();

/** HMAC with SHA-256 (RFC 2104), for keys of at most 64 bytes. */
export function hmacSha256(compress: Sha256Block, key: Uint8Array, ...parts: Uint8Array[]): Uint8Array {
  const pad = (fill: number): Uint8Array => {
    const padded = new Uint8Array(64).fill(fill);
    for (let i = 0; i < key.length; i++) padded[i]! ^= key[i]!;
    return padded;
  };
  return sha256(concatBytes([pad(0x5c), sha256(concatBytes([pad(0x36), ...parts]), compress)]), compress);
}
