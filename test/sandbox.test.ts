import { describe, expect, test } from 'vitest';
import { Sandbox, SandboxError } from '../src/index.ts';

describe('a sandbox in this process', () => {
  test('reverting gives back the chain exactly as it was', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 2 });
    const before = box.dump();
    const mark = box.snapshot();
    const { newBalance } = await box.mint(box.accounts[0].address, 5n);
    expect(newBalance).toBe(box.accounts[0].initialBalance + 5n);
    expect(await box.request('starknet_blockNumber')).toBe(1);
    box.restore(mark);
    expect(await box.request('starknet_blockNumber')).toBe(0);
    expect(box.dump()).toEqual(before);
    box.close();
  });

  test('speaks both dialects and throws what the API answers with', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 1 });
    expect(await box.request('chain_specVersion')).toBe('0.10.2');
    await expect(box.request('chain_getTransactionStatus', { transaction_hash: '0x1' })).rejects.toThrow(SandboxError);
    await expect(box.request('chain_getTransactionStatus', { transaction_hash: '0x1' })).rejects.toMatchObject({
      code: 29,
    });
    box.close();
  });

  test('serves clients that take a fetch', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 1 });
    const response = await box.fetch('http://starbox', {
      body: JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'starknet_chainId' }),
    });
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 5, result: '0x534e5f5345504f4c4941' });
    box.close();
  });
});

test('a failed transaction is explained with names', async () => {
  const box = await Sandbox.create({ seed: 7, accounts: 1 });
  const { transactionHash, revertReason } = await box.mint(0n, 5n);
  expect(revertReason).toContain('ERC20: mint to 0');
  const text = await box.explain(transactionHash);
  expect(text).toContain('permissioned_mint');
  expect(text).toContain("'ERC20: mint to 0'");
  box.close();
});
