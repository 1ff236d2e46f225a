import { expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import { pedersenArray, poseidon, poseidonMany } from '../../felt/hash.ts';
import { directHashing } from '../../felt/hashing.ts';
import { NEWEST_PROTOCOL } from '../../protocol/versions.ts';
import { ADDRESS_BOUND, contractAddress, selectorOf, storageAddress } from './address.ts';
import { blockHash } from './blockHash.ts';
import { treeRoot } from './commitments.ts';
import { messageToL1Hash } from './messageHash.ts';
import { isMockProof, mockProof, virtualOsConfigHash } from './proofFacts.ts';

const STRK = toFelt(0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938dn);
const SEPOLIA = feltOfAscii('SN_SEPOLIA');
// The hash of the first block of starknet-devnet, which covers only the number and the sequencer.
const FIRST_BLOCK = poseidonMany([0n, 0n, 0x1000n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n].map(toFelt));

test('selectors and storage cells are computed from names', () => {
  expect(selectorOf('transfer')).toBe(0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12en);
  expect(selectorOf('__default__')).toBe(0n);
  const account = toFelt(0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691n);
  // The storage cell of the first account's balance, from a recorded state update.
  expect(storageAddress('ERC20_balances', account)).toBe(
    0x6f623aca324f0203acf31ba7864ddcf5b495bc1e5e9235256dea8dad753327n,
  );
});

test('the address of an account is computed from its class and public key', () => {
  const classHash = toFelt(0x3fcbf77b28c96f4f2fb5bd2d176ab083a12a5e123adeb0de955d7ee228c9854n);
  const key = toFelt(0x39d9e6ce352ad4530a0ef5d5a18fd3303c3606a7fa6ac5b620020ad681cc33bn);
  expect(contractAddress(0n as Felt, toFelt(20), classHash, [key])).toBe(
    0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691n,
  );
});

test('mock proofs and their facts equal the public vectors', () => {
  expect(virtualOsConfigHash(SEPOLIA, STRK, NEWEST_PROTOCOL.rules)).toBe(
    0x57ed4d5e20d617d8cc087a5882eae4f71d005172326be6439b2e1fd8b4dc57n,
  );
  const execution = {
    blockNumber: 0,
    blockHash: FIRST_BLOCK,
    transactionHash: toFelt(0x1234),
    chainId: SEPOLIA,
    strkAddress: STRK,
  };
  const plain = mockProof({ ...execution, messages: [] }, NEWEST_PROTOCOL);
  expect(Buffer.from(plain.proof).toString('base64')).toBe('BiFnqX8sGTxUserlBea6F5AHlD1PlYn/QuN89J09cNU=');
  expect(plain.proofFacts[8]).toBe(0x57f4f5c6108ea5d423d3d670356d65c46b14d850a1767505df02d03df6d6666n);
  const message = { fromAddress: toFelt(0x123), toAddress: toFelt(0x456), payload: [toFelt(1), toFelt(2)] };
  expect(messageToL1Hash(message.fromAddress, message.toAddress, message.payload)).toBe(
    0x79cccbec6484dde140843cb2ae29ac8375c096bc90118ab80c3ff0aa622f0379n,
  );
  const withMessage = mockProof({ ...execution, messages: [message] }, NEWEST_PROTOCOL);
  expect(withMessage.proofFacts[7]).toBe(0x67ae40ef94f72208d6cb1908da052d16b9d9ba8cf27a5a34dda80ec1fe7cb85n);
  expect(withMessage.proofFacts[8]).toBe(0x1b98743aac078fafabcabde05c2152b14c6d537c6238d5652b73e043bafe54an);
  expect(isMockProof(withMessage.proof, withMessage.proofFacts)).toBe(true);
  expect(isMockProof(plain.proof, withMessage.proofFacts)).toBe(false);
  expect(isMockProof(plain.proof.slice(1), plain.proofFacts)).toBe(false);
});

test('the root of a commitment tree is correct without leaves, with one leaf, and with an odd number of leaves', () => {
  const [a, b, c] = [toFelt(11), toFelt(12), toFelt(13)];
  const edge = (node: Felt, length: number) => toFelt(poseidon(node, 0n as Felt) + BigInt(length));
  expect(treeRoot([], directHashing)).toBe(0n);
  expect(treeRoot([a], directHashing)).toBe(edge(a, 64));
  expect(treeRoot([a, b], directHashing)).toBe(edge(poseidon(a, b), 63));
  expect(treeRoot([a, b, c], directHashing)).toBe(edge(poseidon(poseidon(a, b), edge(c, 1)), 62));
  const five = [a, b, c, a, b];
  expect(treeRoot(five, directHashing)).toBe(edge(poseidon(poseidon(poseidon(a, b), poseidon(c, a)), edge(b, 2)), 61));
});

test('a block hash depends on the parent hash and the timestamp', () => {
  const price = { wei: 1n, fri: 2n };
  const header = {
    number: 5,
    stateRoot: 0n as Felt,
    sequencerAddress: toFelt(0x1000),
    timestamp: 1_700_000_000n,
    transactionCount: 1,
    eventCount: 2,
    stateDiffLength: 3,
    blobDa: true,
    stateDiffCommitment: toFelt(4),
    transactionCommitment: toFelt(5),
    eventCommitment: toFelt(6),
    receiptCommitment: toFelt(7),
    prices: { l1Gas: price, l1DataGas: price, l2Gas: price },
    protocolVersion: '0.14.4',
    parentHash: toFelt(8),
  };
  const hash = blockHash(header, directHashing);
  expect(blockHash({ ...header, timestamp: 1_700_000_001n }, directHashing)).not.toBe(hash);
  expect(blockHash({ ...header, parentHash: toFelt(9) }, directHashing)).not.toBe(hash);
  expect(blockHash({ ...header, blobDa: false }, directHashing)).not.toBe(hash);
  expect(blockHash({ ...header }, directHashing)).toBe(hash);
});

test('an address is the hash of five parts, whatever the prefix cache contains', () => {
  const random = fc.tuple(...Array.from({ length: 4 }, () => fc.bigInt(0n, 3n)));
  fc.assert(
    fc.property(fc.array(random, { maxLength: 12 }), (deployments) => {
      for (const [deployer, salt, classHash, argument] of deployments.map((parts) =>
        parts.map((part) => toFelt(part)),
      )) {
        const parts = [
          feltOfAscii('STARKNET_CONTRACT_ADDRESS'),
          deployer!,
          salt!,
          classHash!,
          pedersenArray([argument!]),
        ];
        expect(contractAddress(deployer!, salt!, classHash!, [argument!])).toBe(pedersenArray(parts) % ADDRESS_BOUND);
      }
    }),
    { numRuns: 30 },
  );
});
