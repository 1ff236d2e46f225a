import { type BigNumberish, ec, hash, merkle } from 'starknet';
import { expect, test } from 'vitest';
import { feltOfAscii, toFelt } from '../felt/felt.ts';
import { starknetKeccak } from '../felt/hash.ts';
import { type AllowedCall, allowedTree, proofOf, sessionFelts, sessionHash, sessionToken } from './sessionToken.ts';

const call = (n: number): AllowedCall => ({ to: toFelt(0x100 + n), selector: starknetKeccak(`function${n}`) });
const calls = [0, 1, 2, 3, 4].map(call);
const hex = (value: bigint | undefined) => `0x${value?.toString(16)}`;
const poseidon = (a: BigNumberish, b: BigNumberish) => hex(ec.starkCurve.poseidonHash(BigInt(a), BigInt(b)));

test.each([1, 2, 3, 4, 5])('the tree of %i allowed calls is that of starknet.js', (count) => {
  const levels = allowedTree(calls.slice(0, count));
  const type = hash.getSelectorFromName('"Allowed Method"("Contract Address":"ContractAddress","selector":"selector")');
  const leaves = calls
    .slice(0, count)
    .map(({ to, selector }) => hash.computePoseidonHashOnElements([type, to, selector]));
  const theirs = new merkle.MerkleTree(leaves, poseidon);
  expect(hex(levels.at(-1)![0])).toBe(theirs.root);
  for (const [i, leaf] of leaves.entries())
    expect(proofOf(levels, calls[i]!)!.map(hex)).toEqual(theirs.getProof(leaf).map((node) => hex(BigInt(node))));
  expect(proofOf(levels, call(7))).toBeUndefined();
});

const terms = {
  expiresAt: toFelt(1_800_000_000),
  root: allowedTree(calls.slice(0, 3)).at(-1)![0]!,
  sessionKey: toFelt(0x77),
  guardianKey: toFelt(0x66),
};

// This code computed the values when the contracts of the wallets (Cartridge 1.0.9, Ready 0.5.0) accepted its sessions in test/wallet/walletSessions.test.ts.
test.each([
  [
    'cartridge',
    '0x6a1830d2a18a20f7d27baf245605b320c765aa47771cfd4b40d520ee2546922',
    '0x3c88ec9f4e10a57217f8945f56647ae9d580ac30ac630b96ad7a6668ec8d48c',
  ],
  [
    'ready',
    '0x3fd29087d110c26c03b376a24d6ca3c0bd639839fa4c510738a68a65459d83d',
    '0x6d40b6cb3e68b649627723d23fa826848dbf41357e43433b6ca54849aad7597',
  ],
] as const)('the hash and the signature of %s are what its contract accepts', (wallet, expectedHash, digest) => {
  const session = sessionFelts(wallet, terms);
  const signed = sessionHash(session, toFelt(0x123), feltOfAscii('SN_SEPOLIA'));
  expect(hex(signed)).toBe(expectedHash);
  const proofs = [proofOf(allowedTree(calls.slice(0, 3)), call(2))!];
  const authorized = { hash: signed, authorization: [toFelt(1), toFelt(2)] };
  const token = sessionToken(wallet, terms, authorized, toFelt(0x999), proofs);
  expect(hash.computePoseidonHashOnElements([...token])).toBe(digest);
});
