// The hashes of Starknet. Inputs are checked here, so a backend only gets valid felts.
import { cryptoBackend } from './currentBackend.ts';
import { type Felt, FeltError, P, toFelt } from './felt.ts';
import type { FeltKey } from './key.ts';
import * as keccak from './plain/keccak.ts';
import * as sha2 from './plain/sha2.ts';

function checkFelts(felts: readonly Felt[]): readonly Felt[] {
  for (const felt of felts) if (felt < 0n || felt >= P) toFelt(felt);
  return felts;
}

/** The Pedersen hash of two felts. */
export function pedersen(a: Felt, b: Felt): Felt {
  return cryptoBackend.pedersen(toFelt(a), toFelt(b));
}

/** The Pedersen hash of two keys, computed without a bigint; for storage addresses. */
export function pedersenKeys(a: FeltKey, b: FeltKey): FeltKey {
  return cryptoBackend.pedersenKeys(a, b);
}

/** The Pedersen hashes of pairs of keys, which follow each other in the list; for tries. */
export function pedersenPairs(inputs: readonly FeltKey[]): FeltKey[] {
  return cryptoBackend.pedersenPairs(inputs);
}

/** The Pedersen hash of a list: chained from 0, then with the length. */
export function pedersenArray(felts: readonly Felt[]): Felt {
  return cryptoBackend.pedersenChain(0n as Felt, [...checkFelts(felts), BigInt(felts.length) as Felt]);
}

/** pedersen(...pedersen(pedersen(start, felts[0]), felts[1])...): a part of the hash of a long list. */
export function pedersenChain(start: Felt, felts: readonly Felt[]): Felt {
  return cryptoBackend.pedersenChain(toFelt(start), checkFelts(felts));
}

/** The Poseidon hash of two felts. */
export function poseidon(a: Felt, b: Felt): Felt {
  return cryptoBackend.poseidonPermutation([toFelt(a), toFelt(b), 2n as Felt])[0];
}

/** The Poseidon hash of a list of any length. */
export function poseidonMany(felts: readonly Felt[]): Felt {
  return cryptoBackend.poseidonMany(checkFelts(felts));
}

/** The Hades permutation under Poseidon. */
export function poseidonPermutation(state: readonly [Felt, Felt, Felt]): [Felt, Felt, Felt] {
  checkFelts(state);
  return cryptoBackend.poseidonPermutation(state);
}

/** Keccak-256 as Ethereum uses it. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return keccak.keccak256(bytes, cryptoBackend.keccakF1600);
}

/** The Keccak-f[1600] permutation, changing 25 lanes given as low and high words. */
export function keccakF1600(state: Uint32Array): void {
  checkLength('Keccak state', state, 50);
  cryptoBackend.keccakF1600(state);
}

/** The lower 250 bits of Keccak-256; text is hashed as UTF-8. Starknet hashes the names of functions and variables this way. */
export function starknetKeccak(data: Uint8Array | string): Felt {
  const digest = keccak256(typeof data === 'string' ? new TextEncoder().encode(data) : data);
  digest[0]! &= 3;
  return bigEndian(digest) as Felt;
}

/** SHA-256 of bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array => sha2.sha256(bytes, cryptoBackend.sha256Block);

/** One SHA-256 compression: changes eight words of state by a block of sixteen. */
export function sha256Block(state: Uint32Array, block: Uint32Array): void {
  checkLength('SHA-256 state', state, 8);
  checkLength('SHA-256 block', block, 16);
  cryptoBackend.sha256Block(state, block);
}

/** One SHA-512 compression: changes eight words of state by a block of sixteen. */
export function sha512Block(state: BigUint64Array, block: BigUint64Array): void {
  checkLength('SHA-512 state', state, 8);
  checkLength('SHA-512 block', block, 16);
  cryptoBackend.sha512Block(state, block);
}

/** One BLAKE2s compression; `counter` is the number of bytes hashed so far, this block's included. */
export function blake2sCompress(state: Uint32Array, message: Uint32Array, counter: number, last: boolean): void {
  checkLength('BLAKE2s state', state, 8);
  checkLength('BLAKE2s block', message, 16);
  cryptoBackend.blake2sCompress(state, message, counter, last);
}

/** BLAKE2s with a digest of 32 bytes. */
export function blake2s(bytes: Uint8Array): Uint8Array {
  return cryptoBackend.blake2s(bytes);
}

/** The BLAKE2s hash of a list of felts, as compiled class hashes use it. */
export function blake2sFelts(felts: readonly Felt[]): Felt {
  return cryptoBackend.blake2sFelts(checkFelts(felts));
}

/** The bytes of a hexadecimal text, with or without 0x. */
export function bytesOfHex(text: string): Uint8Array {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits))
    throw new FeltError(`'${text}' is not hexadecimal bytes: it needs an even number of digits, two for each byte.`);
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

/** Bytes as a hexadecimal text, two digits each, without 0x. */
export function hexOfBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** Bytes as one big-endian number. */
export const bigEndian = (bytes: Uint8Array): bigint => BigInt(`0x0${hexOfBytes(bytes)}`);

function checkLength(name: string, words: { readonly length: number }, length: number): void {
  if (words.length !== length) throw new FeltError(`A ${name} has ${length} words, not ${words.length}.`);
}
