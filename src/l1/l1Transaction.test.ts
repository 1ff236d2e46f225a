import { addr, Transaction } from 'micro-eth-signer';
import { expect, test } from 'vitest';
import fc from '../../test/support/properties.ts';
import { secp256k1 } from '../felt/secp.ts';
import { isL1PrivateKey, l1Address, signL1Transaction } from './l1Transaction.ts';

const bits = (count: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(count) - 1n });
const key = fc.bigInt({ min: 1n, max: secp256k1.n - 1n });
const bytes = (length: { minLength?: number; maxLength: number }) =>
  fc.uint8Array(length).map((list) => `0x${Buffer.from(list).toString('hex')}`);
const text = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

test('the account of a key is the one that Ethereum libraries compute', () => {
  fc.assert(
    fc.property(key, (privateKey) => {
      expect(l1Address(privateKey)).toBe(addr.fromPrivateKey(text(privateKey)).toLowerCase());
    }),
    { numRuns: 20 },
  );
  expect(l1Address(0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80n)).toBe(
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  );
});

test('keys are from 1 to the order of the curve', () => {
  const keys = [0n, 1n, secp256k1.n - 1n, secp256k1.n, 2n ** 256n - 1n];
  expect(keys.map(isL1PrivateKey)).toEqual([false, true, true, false, false]);
});

test('transactions are encoded, hashed and signed as Ethereum libraries do it', () => {
  const random = fc.record({
    chainId: fc.oneof(
      fc.constantFrom(1n, 127n, 128n, 31337n),
      bits(32).map((id) => id + 1n),
    ),
    nonce: fc.oneof(fc.constantFrom(0n, 1n, 127n, 128n), bits(32)),
    // The tip is at most the whole fee.
    maxPriorityFeePerGas: bits(40),
    maxFeePerGas: bits(40).map((fee) => fee + 2n ** 40n),
    gasLimit: bits(24).map((gas) => gas + 21_000n),
    to: fc.option(bytes({ minLength: 20, maxLength: 20 }), { nil: undefined }),
    // Around 55 bytes the form of the length changes, and again around 256.
    data: fc.oneof(bytes({ maxLength: 60 }), bytes({ minLength: 200, maxLength: 300 })),
  });
  fc.assert(
    fc.property(random, key, (transaction, privateKey) => {
      const { to = '0x', ...fields } = transaction;
      const expected = Transaction.prepare({ type: 'eip1559', value: 0n, to, ...fields }, false).signBy(
        text(privateKey),
        false,
      );
      expect(signL1Transaction(transaction, privateKey)).toEqual({
        raw: expected.toHex(),
        hash: `0x${expected.hash.replace(/^0x/, '')}`,
      });
    }),
    { numRuns: 60 },
  );
});
