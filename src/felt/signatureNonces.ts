import { cryptoBackend } from './currentBackend.ts';
import { bigEndian } from './hash.ts';
import { mod } from './plain/modular.ts';
import { hmacSha256 } from './plain/sha2.ts';

/**
 * The nonces for signatures of a hash with a key, in the order in which to try them (RFC 6979, 3.2, with SHA-256). The order `n` of the
 * curve's group has at most 256 bits, so 256 bits are drawn and the surplus ones dropped.
 */
export function* signatureNonces(n: bigint, privateKey: bigint, hash: bigint): Generator<bigint> {
  const compress = cryptoBackend.sha256Block;
  const surplus = BigInt(256 - n.toString(2).length);
  const seed = [bytes32(privateKey), bytes32(mod(hash, n))];
  let v: Uint8Array = new Uint8Array(32).fill(1);
  let key: Uint8Array = new Uint8Array(32);
  const stir = (mark: number, ...more: Uint8Array[]): void => {
    key = hmacSha256(compress, key, v, Uint8Array.of(mark), ...more);
    v = hmacSha256(compress, key, v);
  };
  stir(0, ...seed);
  stir(1, ...seed);
  for (;;) {
    v = hmacSha256(compress, key, v);
    const k = bigEndian(v) >> surplus;
    if (k > 0n && k < n) yield k;
    stir(0);
  }
}

function bytes32(value: bigint): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 4; i++) bytes.setBigUint64(8 * i, value >> BigInt(64 * (3 - i)));
  return new Uint8Array(bytes.buffer);
}
