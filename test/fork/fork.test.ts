import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { balance, block, busyOrigin, counted, EXERCISER, forkOf, outcome } from '../support/fork/chains.ts';
import { hex, STRK, Wallet } from '../support/fork/wallet.ts';

const TRANSACTIONS = 40;
const FORK = 30;

let origin: Sandbox;
let fork: Sandbox;
beforeAll(async () => {
  origin = await busyOrigin(TRANSACTIONS);
  fork = await forkOf(origin, { blockNumber: FORK });
});
afterAll(() => {
  fork.close();
  origin.close();
});

type Block = { block_hash: string; parent_hash: string; block_number: number; transactions: string[]; status: string };

describe('a fork starts on top of its origin', () => {
  test('its first block follows the forked block', async () => {
    const first = await fork.request<Block>('starknet_getBlockWithTxHashes', [block(FORK + 1)]);
    const parent = await origin.request<Block>('starknet_getBlockWithTxHashes', [block(FORK)]);
    expect(first.parent_hash).toBe(parent.block_hash);
    expect(first.transactions).toEqual([]);
    expect(await fork.request('starknet_blockNumber')).toBe(FORK + 1);
  });

  test('configuration and status name the origin', async () => {
    expect(await fork.request('devnet_getConfig')).toMatchObject({
      chain_id: 'SN_SEPOLIA',
      fork_config: { url: 'http://origin.test/', block_number: FORK, caching_enabled: null },
    });
    expect(await fork.request('sandbox_getStatus')).toMatchObject({
      block_count: 1,
      is_forked: true,
      fork_config: { url: 'http://origin.test/', block: FORK },
    });
  });

  test('has the origin’s chain id', async () => {
    const named = await forkOf(await busyOrigin(0, { chainId: 'MY_CHAIN' }));
    expect(await named.request('starknet_chainId')).toBe('0x4d595f434841494e');
    expect(await named.request('devnet_getStatus')).toMatchObject({ chain_id: 'MY_CHAIN' });
    await new Wallet(named).invoke({ to: STRK, name: 'transfer', calldata: [1n, 1n, 0n] });
    named.close();
  });

  test('genesis on an equal chain changes only the classes and an old block hash', async () => {
    const update = await fork.request<{ state_diff: { storage_diffs: { address: string }[] } }>(
      'starknet_getStateUpdate',
      [block(FORK + 1)],
    );
    expect(update.state_diff.storage_diffs.map(({ address }) => address)).toEqual(['0x1']);
  });
});

describe('state', () => {
  test('is that of the origin at the forked block, whatever the origin does later', async () => {
    const [account] = origin.accounts;
    expect(await balance(fork, BigInt(account!.address))).toEqual(
      await balance(origin, BigInt(account!.address), block(FORK)),
    );
    expect(await fork.request('starknet_getNonce', ['latest', account!.address])).toBe(
      await origin.request('starknet_getNonce', [block(FORK), account!.address]),
    );
    expect(await fork.request('starknet_getClassHashAt', ['latest', hex(EXERCISER)])).toBe(
      await origin.request('starknet_getClassHashAt', ['latest', hex(EXERCISER)]),
    );
    expect(await fork.request('starknet_getClassAt', ['latest', hex(EXERCISER)])).toEqual(
      await origin.request('starknet_getClassAt', ['latest', hex(EXERCISER)]),
    );
  });

  test('what neither side has is an error', async () => {
    expect(await outcome(fork, 'starknet_getNonce', ['latest', '0x123456'])).toMatchObject({ code: 20 });
    expect(await outcome(fork, 'starknet_getStorageAt', ['0x123456', '0x0', 'latest'])).toMatchObject({ code: 20 });
    expect(await outcome(fork, 'starknet_getClass', ['latest', '0x123456'])).toMatchObject({ code: 28 });
    expect(await outcome(fork, 'starknet_getCompiledCasm', ['0x123456'])).toMatchObject({ code: 28 });
  });
});

describe('transactions', () => {
  test('run contracts of the origin without changing the origin', async () => {
    const own = await forkOf(origin, { blockNumber: FORK });
    const wallet = new Wallet(own);
    const before = await origin.request('starknet_getStorageAt', [hex(EXERCISER), '0x1', 'latest']);
    const hash = await wallet.invoke(
      { to: EXERCISER, name: 'increase', calldata: [100n] },
      { to: EXERCISER, name: 'set', calldata: [7n, 8n] },
    );
    expect(await own.request('starknet_getTransactionReceipt', [hash])).toMatchObject({
      execution_status: 'SUCCEEDED',
      block_number: FORK + 2,
    });
    expect(await own.request('starknet_traceTransaction', [hash])).toMatchObject({ type: 'INVOKE' });
    expect(await origin.request('starknet_getStorageAt', [hex(EXERCISER), '0x1', 'latest'])).toBe(before);
    expect(await outcome(origin, 'starknet_getTransactionReceipt', [hash])).toMatchObject({ code: 29 });
    own.close();
  });

  test('accounts of the origin keep their nonce and key', async () => {
    const own = await forkOf(origin, { blockNumber: FORK });
    const wallet = new Wallet(own, origin.accounts[0]);
    const hash = await wallet.invoke({ to: EXERCISER, name: 'emit_many', calldata: [3n] });
    expect(await own.request('starknet_getTransactionReceipt', [hash])).toMatchObject({
      execution_status: 'SUCCEEDED',
    });
    own.close();
  });

  test('a fork of a fork works as well', async () => {
    const middle = await forkOf(origin, { blockNumber: FORK });
    await new Wallet(middle).invoke({ to: EXERCISER, name: 'set', calldata: [70n, 80n] });
    const top = await forkOf(middle);
    const hash = await new Wallet(top).invoke({ to: EXERCISER, name: 'increase', calldata: [1n] });
    expect(await top.request('starknet_getTransactionReceipt', [hash])).toMatchObject({
      execution_status: 'SUCCEEDED',
      block_number: FORK + 4,
    });
    expect(await top.request('starknet_getBlockWithTxHashes', [block(3)])).toEqual(
      await origin.request('starknet_getBlockWithTxHashes', [block(3)]),
    );
    top.close();
    middle.close();
  });

  test('old block hashes of the origin can be read on the fork', async () => {
    const own = await forkOf(origin, { blockNumber: FORK });
    for (let i = 0; i < 11; i++) await own.blocks.mine();
    for (const number of [FORK - 12, FORK - 9, FORK - 5, FORK - 1, FORK]) {
      const { block_hash } = await origin.request<Block>('starknet_getBlockWithTxHashes', [block(number)]);
      expect(await own.request('starknet_getStorageAt', ['0x1', hex(BigInt(number)), 'latest'])).toBe(block_hash);
    }
    own.close();
  });

  test('a transaction that needs 200 cells makes few requests, and none once they are cached', async () => {
    const way = counted(origin);
    const own = await forkOf(origin, { blockNumber: FORK, fetch: way.fetch });
    const wallet = new Wallet(own);
    const mark = own.snapshot();
    const reads = Array.from({ length: 200 }, (_, i) => ({ to: EXERCISER, name: 'get', calldata: [BigInt(1000 + i)] }));
    const send = async () => {
      const before = way.calls;
      const hash = await wallet.invoke(...reads);
      expect(await own.request('starknet_getTransactionReceipt', [hash])).toMatchObject({
        execution_status: 'SUCCEEDED',
      });
      return way.calls - before;
    };
    expect(await send()).toBeLessThanOrEqual(12);
    own.restore(mark);
    expect(await send()).toBe(0);
    own.close();
  });
});
