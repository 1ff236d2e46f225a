// BLAKE2s (RFC 7693), unkeyed, 32-byte digest.
import { type Felt, P } from '../felt.ts';
import { sha256Start } from './sha2.ts';

const IV = sha256Start();

// The order of the message words in each round: each row is the first one permuted once more.
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

// Columns, then diagonals.
const QUARTERS: readonly (readonly [number, number, number, number])[] = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

const rotate = (x: number, n: number): number => (x >>> n) | (x << (32 - n));
const v = new Uint32Array(16);

/** One compression: changes the eight words of the state by a block of sixteen; `counter` is the number of bytes so far. */
export function blake2sCompress(state: Uint32Array, message: Uint32Array, counter: number, last: boolean): void {
  v.set(state);
  v.set(IV, 8);
  v[12]! ^= counter;
  v[13]! ^= Math.floor(counter / 2 ** 32);
  if (last) v[14] = ~v[14]!;
  for (const order of SIGMA)
    for (let quarter = 0; quarter < 8; quarter++) {
      const [a, b, c, d] = QUARTERS[quarter]!;
      v[a]! += v[b]! + message[order[2 * quarter]!]!;
      v[d] = rotate(v[d]! ^ v[a]!, 16);
      v[c]! += v[d];
      v[b] = rotate(v[b]! ^ v[c]!, 12);
      v[a]! += v[b] + message[order[2 * quarter + 1]!]!;
      v[d] = rotate(v[d] ^ v[a]!, 8);
      v[c]! += v[d];
      v[b] = rotate(v[b] ^ v[c]!, 7);
    }
  for (let i = 0; i < 8; i++) state[i]! ^= v[i]! ^ v[i + 8]!;
}

/** The state a hash starts from: 32 bytes of digest, no key. */
export function blake2sStart(): Uint32Array {
  const state = IV.slice();
  state[0]! ^= 0x01010020;
  return state;
}

/** BLAKE2s-256 of bytes. */
export function blake2s(bytes: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(bytes.length / 64));
  const padded = new Uint8Array(64 * blocks);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  const state = blake2sStart();
  const message = new Uint32Array(16);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) message[i] = view.getUint32(64 * block + 4 * i, true);
    const last = block === blocks - 1;
    blake2sCompress(state, message, last ? bytes.length : 64 * (block + 1), last);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, word] of state.entries()) digest.setUint32(4 * i, word, true);
  return new Uint8Array(digest.buffer);
}

/**
 * The hash of felts that compiled class hashes use: a felt below 2^63 is two 32-bit words, any other eight with the top bit set,
 * most significant word first; the words are hashed little-endian and the digest is read as a little-endian number.
 */
export function blake2sFelts(felts: readonly Felt[]): Felt {
  const words: number[] = [];
  for (const felt of felts) {
    const count = felt < 2n ** 63n ? 2 : 8;
    for (let i = count - 1; i >= 0; i--) words.push(Number((felt >> BigInt(32 * i)) & 0xffffffffn));
    if (count === 8) words[words.length - 8]! |= 0x80000000;
  }
  const view = new DataView(new ArrayBuffer(4 * words.length));
  for (const [i, word] of words.entries()) view.setUint32(4 * i, word >>> 0, true);
  let digest = 0n;
  for (const byte of blake2s(new Uint8Array(view.buffer)).reverse()) digest = (digest << 8n) | BigInt(byte);
  return (digest % P) as Felt;
}
