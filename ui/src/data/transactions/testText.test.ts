import { expect, test } from 'vitest';
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
      storage: [{ contract_address: '0xa', key: 'trades' as `0x${string}`, value: 5n }],
      balances: [{ address: '0x1', amount: '5' }],
      classes: [{ contract_address: '0xa', class_hash: '0xdd' }],
    },
  },
  reason: 'Market.trade panicked with "13 is unlucky"',
};

test('a simulation becomes a test of the library, with its overrides and what it expects', () => {
  const text = testText('library', kept);
  for (const part of [
    "import { Sandbox } from 'starbox';",
    'test("trade, with 13"',
    `box.request('devnet_setStorageAt', {"contract_address":"0xa","key":"trades","value":"5"})`,
    `box.request('devnet_mint'`,
    `box.request('devnet_setClassHash'`,
    `box.request('devnet_setTime', {"time":1700000000})`,
    'await box.impersonate("0x1");',
    '{ to: "0xa", entryPoint: "trade", calldata: ["0x0","0xd"] },',
    `toBe('REVERTED')`,
    'toContain("13 is unlucky")',
  ])
    expect(text).toContain(part);
});

test('and one of starknet.js', () => {
  const text = testText('starknet.js', { ...kept, reason: null });
  expect(text).toContain('nodeUrl: "http://127.0.0.1:5050/rpc"');
  expect(text).toContain('{ contractAddress: "0xa", entrypoint: "trade", calldata: ["0x0","0xd"] },');
  expect(text).toContain('expect(receipt.isSuccess()).toBe(true)');
});
