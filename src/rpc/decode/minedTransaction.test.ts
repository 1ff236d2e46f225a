import { expect, test } from 'vitest';
import { OldTransactionError, readMinedTransaction } from './minedTransaction.ts';

const handler = {
  type: 'L1_HANDLER',
  version: '0x0',
  transaction_hash: '0x537eacfd3c49166eec905daff61ff7feef9c133a049ea2135cb94eec840a4a8',
  nonce: '0x2',
  contract_address: '0xda8054260ec00606197a4103eb2ef08d6c8af0b6a808b610152d1ce498f8c3',
  entry_point_selector: '0xc73f681176fc7b3f9693986fd7b14581e8d540519e27400e88b8713932be01',
  calldata: ['0x142273bcbfca76512b2a05aed21f134c4495208', '0x160c35f9', '0x16345785d8a0000', '0x0', '0x3'],
};

test('an L1 handler of a block is read with the nonce of its message', () => {
  expect(readMinedTransaction(handler, undefined)).toMatchObject({ type: 'L1_HANDLER', nonce: 2n });
  expect(readMinedTransaction({ ...handler, nonce: '0x0' }, undefined)).toMatchObject({ nonce: 0n });
});

test('an L1 handler without a nonce is one that cannot be executed, and not a faulty request', () => {
  const { nonce: _, ...without } = handler;
  expect(() => readMinedTransaction(without, undefined)).toThrow(OldTransactionError);
  expect(() => readMinedTransaction(without, undefined)).toThrow('L1_HANDLER without a nonce');
});
