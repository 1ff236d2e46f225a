import { expect, test } from 'vitest';
import { transactionCodec } from './transactionCodec.ts';

const message = (calldata: readonly string[]) => ({
  type: 'L1_HANDLER',
  version: 0,
  nonce: '0x1',
  contractAddress: '0x2',
  entryPointSelector: '0x3',
  calldata,
  paidFeeOnL1: '0x4',
});

test('an L1 handler is read with its sender and its payload', () => {
  expect(transactionCodec.read(message(['0x5', '0x6']))).toHaveProperty('calldata', [5n, 6n]);
});

test('an L1 handler without its sender is refused', () => {
  expect(() => transactionCodec.read(message([]))).toThrow('expected a list of at least one item, found []');
});
