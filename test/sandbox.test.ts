import { describe, expect, test } from 'vitest';
import { Sandbox, SandboxError } from '../src/index.ts';
import { firstDifference, readEverything } from './support/readEverything.ts';

describe('a sandbox in this process', () => {
  test('reverting gives back the chain exactly as it was', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 2 });
    const before = box.dump();
    const mark = box.snapshot();
    const { newBalance } = await box.mint(box.accounts[0]!.address, 5n);
    expect(newBalance).toBe(box.accounts[0]!.initialBalance + 5n);
    expect(await box.request('starknet_blockNumber')).toBe(1);
    box.restore(mark);
    expect(await box.request('starknet_blockNumber')).toBe(0);
    expect(box.dump()).toEqual(before);
    box.close();
  });

  test('accepts both dialects and throws the errors of the API', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 1 });
    expect(await box.request('chain_specVersion')).toBe('0.10.2');
    await expect(box.request('chain_getTransactionStatus', { transaction_hash: '0x1' })).rejects.toThrow(SandboxError);
    await expect(box.request('chain_getTransactionStatus', { transaction_hash: '0x1' })).rejects.toMatchObject({
      code: 29,
    });
    box.close();
  });

  test('serves clients that accept a fetch function', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 1 });
    const response = await box.fetch('http://starbox', {
      body: JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'starknet_chainId' }),
    });
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 5, result: '0x534e5f5345504f4c4941' });
    box.close();
  });
});

describe('what the library does', () => {
  test('is in the dump like a request, so another sandbox with the same seed gets the same chain', async () => {
    const options = { seed: 7, accounts: 1, stateArchiveCapacity: 'full', startTime: 1000n } as const;
    const box = await Sandbox.create(options);
    await box.request('devnet_freezeTime');
    await box.mint(0x77n, 5n);
    await box.blocks.mine();
    await box.request('devnet_mint', { address: '0x77', amount: 7 });
    await box.mint('0x77', 2n ** 200n, 'WEI');
    const events = box.dump();
    expect(events.map(({ method }) => method)).toEqual([
      'devnet_freezeTime',
      'devnet_mint',
      'devnet_createBlock',
      'devnet_mint',
      'devnet_mint',
    ]);
    expect(events[1]).toMatchObject({ jsonrpc: '2.0', params: { address: '0x77', amount: 5, unit: 'FRI' } });

    const again = await Sandbox.create(options);
    await again.request('devnet_load', { events });
    expect(await again.request('starknet_blockHashAndNumber')).toEqual(
      await box.request('starknet_blockHashAndNumber'),
    );
    expect(firstDifference(await readEverything(again), await readEverything(box))).toBeUndefined();
    box.close();
    again.close();
  });

  test('is removed from the dump when an earlier mark is restored, and is not in it when it fails', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 1 });
    await box.mint(0x77n, 5n);
    const mark = box.snapshot();
    await box.blocks.mine();
    await box.mint(0x77n, 5n);
    expect(box.dump()).toHaveLength(3);
    box.restore(mark);
    expect(box.dump()).toHaveLength(1);
    await expect(box.mint(0x77n, 5n, 'ETH' as never)).rejects.toThrow("unit must be 'FRI' (STRK) or 'WEI' (ETH)");
    await expect(box.mint(-1n, 5n)).rejects.toThrow();
    await expect(box.mint(0n, 5n)).rejects.toThrow('ERC20: mint to 0');
    expect(box.dump()).toHaveLength(1);
    box.close();
  });
});

test('a mark can be used only with its own sandbox', async () => {
  const [box, other] = [await Sandbox.create({ seed: 7, accounts: 1 }), await Sandbox.create({ seed: 8, accounts: 1 })];
  expect(() => box.restore(other.snapshot())).toThrow('not from this sandbox');
  expect(() => box.restore({} as never)).toThrow('not from this sandbox');
  expect(await box.request('starknet_blockNumber')).toBe(0);
  box.close();
  other.close();
});

test('a closed sandbox throws an error that says so', async () => {
  const box = await Sandbox.create({ seed: 7, accounts: 1 });
  box.close();
  await expect(box.request('starknet_blockNumber')).rejects.toThrow('This sandbox is closed.');
  await expect(box.mint(0x77n, 5n)).rejects.toThrow('This sandbox is closed.');
  await expect(box.fetch('', { body: '{}' })).rejects.toThrow('This sandbox is closed.');
});

test('a failed transaction is explained with names', async () => {
  const box = await Sandbox.create({ seed: 7, accounts: 1 });
  const failed = await box.mint(0n, 5n).catch((error: unknown) => error as SandboxError);
  const { tx_hash } = (failed as SandboxError).data as { readonly tx_hash: string };
  const text = await box.explain(tx_hash);
  expect(text).toContain('permissioned_mint');
  expect(text).toContain("'ERC20: mint to 0'");
  box.close();
});
