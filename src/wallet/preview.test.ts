import { expect, test } from 'vitest';
import { selectorOfName } from '../abi/selector.ts';
import { toHex } from '../library/values.ts';
import { previewOf } from './preview.ts';
import type { WalletNode } from './walletNode.ts';
import type { RecordedRequest } from './walletRequest.ts';

test('tokens of ERC-721 are shown one by one, by their ids', async () => {
  const own = '0xa11ce';
  const moved = (from: string, to: string, id: string) => ({
    keys: [toHex(selectorOfName('Transfer')), from, to, id, '0x0'],
    data: [],
  });
  const answers: Readonly<Record<string, unknown>> = {
    starknet_getNonce: '0x1',
    starknet_getClassHashAt: '0x1',
    starknet_call: ['0x4e4654'],
    starknet_simulateTransactions: [
      {
        fee_estimation: { overall_fee: '0x7' },
        transaction_trace: {
          execute_invocation: {
            contract_address: '0x721',
            events: [moved(own, '0x9', '0x4d2'), moved('0x9', own, '0x5'), moved('0x8', '0x9', '0x6')],
            calls: [],
          },
        },
      },
    ],
  };
  const node = { request: async (method: string) => answers[method] } as unknown as WalletNode;
  const calls = [{ contract_address: '0x721', entry_point: 'swap' }];
  const request = { held: { address: own }, calls, params: { calls } } as unknown as RecordedRequest;
  expect(await previewOf(node, request)).toMatchObject({
    fee: '7',
    balances: [
      { token: '0x721', symbol: 'NFT', decimals: 0, change: '-1', tokenId: '1234' },
      { token: '0x721', symbol: 'NFT', decimals: 0, change: '1', tokenId: '5' },
    ],
  });
});
