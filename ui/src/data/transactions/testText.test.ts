import { expect, test } from 'vitest';
import { feeTokens } from '../contracts/feeTokens.ts';
import { type KeptTest, testText } from './testText.ts';

const kept: KeptTest = {
  name: 'trade, with 13',
  address: 'http://127.0.0.1:5050',
  from: '0x1',
  calls: [{ contractAddress: '0xa', entrypoint: 'trade', calldata: ['0x0', '0xd'] }] as never,
  start: {
    block_id: 'pre_confirmed',
    overrides: {
      time: '1700000000',
      storage: [{ contract_address: '0xa', key: 'trades' as `0x${string}`, value: 5 }],
      balances: [{ address: '0x1', amount: '5' }],
      classes: [{ contract_address: '0xa', class_hash: '0xdd' }],
    },
  },
  reason: 'Market.trade panicked with "13 is unlucky"',
  gas: { l1_gas: '0', l1_data_gas: '128', l2_gas: '2500000' },
};

test('a simulation becomes a test of the library, with its overrides and what it expects', () => {
  const text = testText('library', kept);
  for (const part of [
    "import { Sandbox } from 'starbox';",
    'test("trade, with 13"',
    `box.request('devnet_setStorageAt', {"contract_address":"0xa","key":"trades","value":"0x5"})`,
    // A balance is set, not added to.
    `box.request('devnet_deal', {"token":"${feeTokens.STRK}","address":"0x1","amount":"5"})`,
    `box.request('devnet_setClassHash'`,
    `box.request('devnet_setTime', {"time":1700000000,"generate_block":false})`,
    'await box.impersonate("0x1");',
    '{ to: "0xa", entryPoint: "trade", calldata: ["0x0","0xd"] },',
    `toBe('REVERTED')`,
    'toContain("13 is unlucky")',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('devnet_restore');
});

test('an earlier block and large numbers are those of the simulation', () => {
  const storage = [{ contract_address: '0xa', key: '0x7', value: [2n ** 128n, 7] }] as const;
  const start = { block_id: { block_number: 3 }, overrides: { storage, balances: [], classes: [] } } as const;
  for (const kind of ['library', 'starknet.js'] as const) {
    const text = testText(kind, { ...kept, start });
    expect(text).toContain(`('devnet_restore', {"block_id":{"block_number":3}})`);
    expect(text).toContain(`"value":["0x${(2n ** 128n).toString(16)}",7]`);
  }
});

test('and one of starknet.js', () => {
  const text = testText('starknet.js', { ...kept, reason: null });
  expect(text).toContain('nodeUrl = "http://127.0.0.1:5050/rpc"');
  expect(text).toContain('{ contractAddress: "0xa", entrypoint: "trade", calldata: ["0x0","0xd"] },');
  expect(text).toContain('expect(receipt.isSuccess()).toBe(true)');
  expect(text).toContain('l1_data_gas: bound(128n, prices.l1_data_gas_price)');
  expect(testText('starknet.js', kept)).toContain('receipt.revert_reason).toContain("13 is unlucky")');
});
