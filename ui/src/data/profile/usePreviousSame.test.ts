import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { previousSame } from './usePreviousSame.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const call = { contract_address: '0xa', contract_name: 'Book', function_name: 'trade', selector: '0x5' };

test('the transaction before is found in a large block, and behind pages that have none', async () => {
  const transactions = Array.from({ length: 100 }, (_, i) => `0x${(i + 1).toString(16)}`);
  const other = { ...call, contract_address: '0xb', contract_name: 'Other' };
  const pages: Readonly<Record<string, object>> = {
    '7.3': { transactions: [{ calls: [call] }], next: '7.2' },
    '7.2': { transactions: [], next: '3.0' },
    // The contract has an event in the first, which calls the same function of another contract.
    '3.0': {
      transactions: [
        { transaction_hash: '0xb1', calls: [other] },
        { transaction_hash: '0xbe', calls: [other, call] },
      ],
      next: null,
    },
  };
  const { node, paramsOf } = answeringNode({
    chain_getTransactionReceipt: () => ({ block_number: 7, block_hash: '0xb7' }),
    chain_getBlockWithTxHashes: () => ({ transactions }),
    sandbox_getTransactions: ({ before }: { before: string }) => pages[before],
  });
  expect(await previousSame(node, '0x3')).toEqual({ hash: '0xbe', call });
  expect(paramsOf('sandbox_getTransactions')).toEqual({
    before: '3.0',
    limit: 20,
    contract_address: '0xa',
    function: 'trade',
  });
});
