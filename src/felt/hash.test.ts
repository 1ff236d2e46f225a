import { blake2s as nobleBlake2s } from '@noble/hashes/blake2.js';
import { sha256 as nobleSha256, sha512 as nobleSha512 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import * as scure from '@scure/starknet';
import { describe, expect, test } from 'vitest';
import { extremeFelts, randomBytes, randomFelt } from '../../test/support/feltSamples.ts';
import { type Felt, FeltError, P } from './felt.ts';
import * as hash from './hash.ts';
import { keyOf } from './key.ts';
import { sha256, sha512Start } from './plain/sha2.ts';

const felts = (...values: bigint[]): Felt[] => values as Felt[];

describe('official vectors', () => {
  test('Pedersen (starkware-libs/crypto-cpp, pedersen_hash_test)', () => {
    const cases: [bigint, bigint, bigint][] = [
      [
        0x3d937c035c878245caf64531a5756109c53068da139362728feb561405371cbn,
        0x208a0a10250e382e1e4bbe2880906c2791bf6275695e02fbbc6aeff9cd8b31an,
        0x30e480bed5fe53fa909cc0f8c4d99b8f9f2c016be4c41e13a4848797979c662n,
      ],
      [
        0x58f580910a6ca59b28927c08fe6c43e2e303ca384badc365795fc645d479d45n,
        0x78734f65a067be9bdb39de18434d71e79f7b6466a4b66bbd979ab9e7515fe0bn,
        0x68cc0b76cddd1dd4ed2301ada9b7c872b23875d5ff837b3a87993e0d9996b87n,
      ],
    ];
    for (const [a, b, expected] of cases) expect(hash.pedersen(...(felts(a, b) as [Felt, Felt]))).toBe(expected);
  });

  test('Poseidon (starkware-industries/poseidon)', () => {
    expect(hash.poseidonPermutation(felts(0n, 0n, 0n) as [Felt, Felt, Felt])).toEqual([
      3446325744004048536138401612021367625846492093718951375866996507163446763827n,
      1590252087433376791875644726012779423683501236913937337746052470473806035332n,
      867921192302518434283879514999422690776342565400001269945778456016268852423n,
    ]);
  });

  test('selectors are 250 bits of Keccak-256', () => {
    expect(hash.starknetKeccak('transfer')).toBe(0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12en);
    expect(hash.starknetKeccak('__execute__')).toBe(0x15d40a3d6ca2ac30f4031e42be28da9b056fef9bb7357ac5e85627ee876e5adn);
  });

  test('BLAKE2s of abc (RFC 7693, appendix B)', () => {
    expect(Buffer.from(hash.blake2s(new TextEncoder().encode('abc'))).toString('hex')).toBe(
      '508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982',
    );
  });
});

test('Pedersen and Poseidon agree with @scure/starknet', () => {
  const values = [...extremeFelts, ...Array.from({ length: 12 }, randomFelt)];
  for (const a of values) {
    const b = values[(values.indexOf(a) * 7 + 3) % values.length]!;
    expect(hash.pedersen(a, b)).toBe(BigInt(scure.pedersen(a, b)));
    expect(hash.pedersenKeys(keyOf(a), keyOf(b))).toBe(keyOf(hash.pedersen(a, b)));
    expect(hash.poseidonPermutation([a, b, a])).toEqual(scure.poseidonSmall([a, b, a]));
    expect(hash.poseidon(a, b)).toBe(scure.poseidonHash(a, b));
  }
  for (let length = 0; length < 6; length++) {
    const list = values.slice(0, length);
    expect(hash.poseidonMany(list)).toBe(scure.poseidonHashMany(list));
    expect(hash.pedersenArray(list)).toBe(BigInt(scure.computeHashOnElements(list) as string));
  }
});

test('byte hashes agree with @noble/hashes for lengths around every block boundary', () => {
  for (const length of [0, 1, 31, 32, 55, 56, 63, 64, 65, 127, 128, 129, 135, 136, 137, 271, 272, 273, 1000]) {
    const bytes = randomBytes(length);
    expect(hash.keccak256(bytes)).toEqual(keccak_256(bytes));
    expect(hash.blake2s(bytes)).toEqual(nobleBlake2s(bytes));
    expect(sha256(bytes)).toEqual(nobleSha256(bytes));
  }
});

test('SHA-512 compression hashes a padded block', () => {
  const bytes = randomBytes(100);
  const padded = new DataView(new ArrayBuffer(128));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(100, 0x80);
  padded.setBigUint64(120, 800n);
  const state = sha512Start();
  hash.sha512Block(
    state,
    BigUint64Array.from({ length: 16 }, (_, i) => padded.getBigUint64(8 * i)),
  );
  const digest = new DataView(new ArrayBuffer(64));
  for (const [i, word] of state.entries()) digest.setBigUint64(8 * i, word);
  expect(new Uint8Array(digest.buffer)).toEqual(nobleSha512(bytes));
});

test('BLAKE2s over felts writes small felts in two words, and large ones in eight with the top bit set', () => {
  const encode = (value: bigint): number[] => {
    const small = value < 2n ** 63n;
    const bigEndian = Buffer.from(
      (small ? value : value | (1n << 255n)).toString(16).padStart(small ? 16 : 64, '0'),
      'hex',
    );
    return [...bigEndian.swap32()];
  };
  const list = [...extremeFelts, randomFelt()];
  for (let length = 0; length <= list.length; length++) {
    const part = list.slice(0, length);
    const digest = nobleBlake2s(Uint8Array.from(part.flatMap(encode)));
    expect(hash.blake2sFelts(part)).toBe(hash.bigEndian(digest.reverse()) % P);
  }
});

test('values that are not felts are refused, and the error names them', () => {
  const wrong = P as Felt;
  for (const call of [
    () => hash.pedersen(wrong, 0n as Felt),
    () => hash.poseidon(0n as Felt, wrong),
    () => hash.poseidonMany([wrong]),
    () => hash.pedersenArray([wrong]),
    () => hash.blake2sFelts([wrong]),
    () => hash.poseidonPermutation([wrong, wrong, wrong]),
  ])
    expect(call).toThrow(new RegExp(`${P}`));
  expect(() => hash.pedersen(-1n as Felt, 0n as Felt)).toThrow(FeltError);
  expect(() => hash.bytesOfHex('0xabc')).toThrow(/0xabc/);
  expect(() => hash.bytesOfHex('zz')).toThrow(FeltError);
  expect(() => hash.sha256Block(new Uint32Array(7), new Uint32Array(16))).toThrow(FeltError);
  expect(hash.bytesOfHex('0x00fF')).toEqual(Uint8Array.of(0, 255));
});
