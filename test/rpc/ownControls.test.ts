import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { Sandbox } from '../../src/index.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { defaultRestricted } from '../../src/rpc/method.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { defaultServerConfig } from '../../src/rpc/serverConfig.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { invoke } from '../support/wallet.ts';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

interface Header {
  readonly timestamp: number;
  readonly block_number: number;
}

describe('controls that starknet-devnet does not have', () => {
  let box: Sandbox;
  let account: string;

  beforeEach(async () => {
    box = await Sandbox.create({ seed: 7, accounts: 1, startTime: 1_000_000n });
    account = box.accounts[0]!.address;
  });
  afterEach(() => box.close());

  const header = (block_id: unknown) => box.request<Header>('starknet_getBlockWithTxHashes', { block_id });

  test('mine makes blocks that are seconds apart, and loading the dump makes the same blocks', async () => {
    const { block_hashes } = await box.request<{ block_hashes: string[] }>('devnet_mine', { blocks: 3, seconds: 60 });
    expect(block_hashes).toHaveLength(3);
    const [first, third] = [await header({ block_number: 1 }), await header({ block_number: 3 })];
    expect(third.timestamp - first.timestamp).toBeGreaterThanOrEqual(120);
    await box.request('devnet_load', { events: box.dump() });
    expect((await header('latest')).block_number).toBe(3);
  });

  test('setBlockMode collects transactions until it is set back', async () => {
    await box.request('devnet_setBlockMode', { mode: 'demand' });
    await box.mint(0x77n, 1n);
    expect(await box.request('starknet_blockNumber')).toBe(0);
    await box.request('sandbox_setBlockMode', { mode: 'transaction' });
    expect(await box.request('starknet_blockNumber')).toBe(1);
    await expect(box.request('devnet_setBlockMode', { mode: 0 })).rejects.toMatchObject({ code: -32602 });
  });

  test('freezeTime gives every block the same time', async () => {
    await box.request('devnet_createBlock');
    await box.request('devnet_freezeTime');
    const before = await header('pre_confirmed');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await header('pre_confirmed')).timestamp).toBe(before.timestamp);
    await box.request('devnet_increaseTime', { time: 5 });
    expect((await header('latest')).timestamp).toBe(before.timestamp + 5);
  });

  test('setStorageAt, setNonce and setClassHash edit the open block, and the dump keeps them as applyStateDiff', async () => {
    await box.request('devnet_setStorageAt', { contract_address: account, key: '0x5', value: '0x6' });
    await box.request('devnet_setNonce', { contract_address: account, nonce: '0x9' });
    const class_hash = await box.request('starknet_getClassHashAt', { block_id: 'latest', contract_address: STRK });
    await box.request('devnet_setClassHash', { contract_address: account, class_hash });
    await box.request('devnet_setClassHash', { contract_address: '0xabc', class_hash });
    const at = { block_id: 'pre_confirmed', contract_address: account } as const;
    expect(await box.request('starknet_getStorageAt', { ...at, key: '0x5' })).toBe('0x6');
    expect(await box.request('starknet_getNonce', at)).toBe('0x9');
    expect(await box.request('starknet_getClassHashAt', at)).toBe(class_hash);
    expect(await box.request('starknet_getClassHashAt', { ...at, contract_address: '0xabc' })).toBe(class_hash);
    expect(box.dump().map(({ method }) => method)).toEqual(Array(4).fill('devnet_applyStateDiff'));
    await expect(
      box.request('devnet_setStorageAt', { contract_address: '0xdead', key: '0x5', value: '0x6' }),
    ).rejects.toMatchObject({ code: 20 });
  });

  test('deal sets the balance of a token by the name its class uses', async () => {
    const amount = 2 ** 40;
    const dealt = await box.request('devnet_deal', { token: STRK, address: '0x77', amount });
    expect(dealt).toEqual({ new_balance: String(amount) });
    const again = await box.request('devnet_deal', { token: STRK, address: '0x77', amount });
    expect(again).toEqual({ new_balance: String(amount) });
    await expect(box.request('devnet_deal', { token: account, address: '0x77', amount: 1 })).rejects.toMatchObject({
      code: -1,
    });
    await expect(box.request('devnet_deal', { token: '0xdead', address: '0x77', amount: 1 })).rejects.toMatchObject({
      code: 20,
    });
  });

  test('explainTransaction shows the calls by name', async () => {
    const { transactionHash } = await box.mint(0x77n, 1n);
    const told = await box.request<{ status: string; text: string; calls: unknown[] }>('sandbox_explainTransaction', {
      transaction_hash: transactionHash,
    });
    expect(told.status).toBe('SUCCEEDED');
    expect(told.text).toContain('permissioned_mint');
    expect(told.calls.length).toBeGreaterThanOrEqual(2);
  });

  test('explainTransaction shows the beginning of long calldata and its length', async () => {
    const calldata = Array.from({ length: 3000 }, (_, i) => BigInt(i));
    const sent = invoke(box.accounts[0]!, 0, { to: BigInt(STRK), entryPoint: 'transfer', calldata });
    const { transaction_hash } = await box.request<{ transaction_hash: string }>('starknet_addInvokeTransaction', sent);
    const told = await box.request<{ calls: { calldata: string[]; calldata_length: number }[] }>(
      'devnet_explainTransaction',
      { transaction_hash },
    );
    expect(told.calls[0]!.calldata).toHaveLength(256);
    expect(told.calls[0]!.calldata_length).toBe(3004);
    expect(JSON.stringify(told).length).toBeLessThan(50_000);
  });

  test('the default restricted list forbids them too', async () => {
    const node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 1 });
    const hub = new Hub(node, { server: { ...defaultServerConfig, restrictedMethods: defaultRestricted(methods) } });
    for (const [method, params] of [
      ['devnet_mine', {}],
      ['sandbox_mint', { address: '0x1', amount: 1 }],
      ['devnet_setNonce', { contract_address: '0x1', nonce: '0x1' }],
      // What shows whole source files.
      ['devnet_getCoverage', {}],
      ['devnet_debugTransaction', { transaction_hash: '0x1' }],
      ['devnet_exportTransaction', { transaction_hash: '0x1' }],
    ] as const) {
      const answer = await answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher);
      expect(JSON.parse(answer).error.code, method).toBe(-32604);
    }
    hub.end();
    node.close();
  });
});
