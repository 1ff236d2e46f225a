import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { originConnector } from '../../src/fork/originConnector.ts';
import { Sandbox } from '../../src/index.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { block, busyOrigin, EXERCISER, forkOf, outcome, URL } from '../support/fork/chains.ts';
import { hex, STRK, Wallet } from '../support/fork/wallet.ts';
import { servedChain } from './served.ts';

const TIP = 14;
let origin: Sandbox;
beforeAll(async () => {
  origin = await busyOrigin(TIP);
});
afterAll(() => origin.close());

const cell = (box: Sandbox) =>
  outcome(box, 'starknet_call', {
    request: {
      contract_address: hex(EXERCISER),
      // get
      entry_point_selector: '0x17c00f03de8b5bd58d2016b59d251c13056b989171c5852949903bc043bc27',
      calldata: ['0x1'],
    },
    block_id: 'latest',
  });

describe('devnet_fork', () => {
  test('forks again at another block and drops the old chain', async () => {
    const box = await forkOf(origin, { blockNumber: 10 });
    await new Wallet(box).invoke({ to: STRK, name: 'transfer', calldata: [5n, 1n, 0n] });
    const id = await box.request<string>('devnet_snapshot');
    expect(await box.request('devnet_fork', { block_number: 4 })).toMatchObject({ url: URL, block_number: 4 });
    expect(await box.request('starknet_blockNumber')).toBe(5);
    expect(await box.request('devnet_getStatus')).toMatchObject({ block_count: 1, fork_config: { block: 4 } });
    expect(await box.request('devnet_getConfig')).toMatchObject({ fork_config: { block_number: 4 } });
    expect(await outcome(box, 'devnet_revert', { snapshot_id: id })).toEqual({ result: false });
    // This forks at the newest block, in the neutral dialect. A restart stays there.
    expect(await box.request('sandbox_fork')).toMatchObject({ block_number: TIP });
    await box.request('devnet_restart');
    expect(await box.request('starknet_blockNumber')).toBe(TIP + 1);
    box.close();
  });

  test('turns a local chain into a fork, and reverting to a mark undoes it', async () => {
    const box = await Sandbox.create({ seed: 9, accounts: 1, fetch: origin.fetch });
    const mark = box.snapshot();
    await expect(box.request('devnet_fork')).rejects.toThrow('this chain is no fork yet');
    expect(await box.request('devnet_getStatus')).toMatchObject({ is_forked: false });
    await box.request('devnet_fork', [URL, 6]);
    expect(await box.request('devnet_getStatus')).toMatchObject({ is_forked: true, fork_config: { block: 6 } });
    expect(await cell(box)).toHaveProperty('result');
    box.restore(mark);
    expect(await box.request('devnet_getStatus')).toMatchObject({ is_forked: false, block_count: 1 });
    expect(await cell(box)).toMatchObject({ code: 20 });
    box.close();
  });

  test('leaves the chain unchanged if it fails', async () => {
    const box = await forkOf(origin, { blockNumber: 10 });
    await expect(box.request('devnet_fork', { block_number: 999 })).rejects.toThrow('The fork was not made');
    expect(await box.request('starknet_blockNumber')).toBe(11);
    box.close();
  });

  test('uses the chain id of the new origin', async () => {
    const other = await Sandbox.create({ seed: 1, accounts: 1, chainId: 'OTHER' });
    const box = await Sandbox.create({ seed: 9, accounts: 1, fetch: other.fetch });
    await box.request('devnet_fork', { url: URL });
    expect(await box.request('starknet_chainId')).toBe('0x4f54484552');
    await new Wallet(box).invoke({ to: STRK, name: 'transfer', calldata: [5n, 1n, 0n] });
    expect((await box.mint(5n, 7n)).newBalance).toBe(8n);
    box.close();
    other.close();
  });
});

describe('controls on a fork', () => {
  test('a dump can be loaded on the same fork', async () => {
    const box = await forkOf(origin, { blockNumber: 10, startTime: 2_000_000_000n });
    await new Wallet(box).invoke({ to: EXERCISER, name: 'increase', calldata: [1n] });
    const latest = await box.request<{ transactions: string[] }>('starknet_getBlockWithTxHashes', ['latest']);
    const events = box.dump();
    await box.request('devnet_load', { events });
    expect(await box.request<{ transactions: string[] }>('starknet_getBlockWithTxHashes', ['latest'])).toMatchObject({
      transactions: latest.transactions,
    });
    box.close();
  });

  test('edits, impersonation and aborts work on contracts of the origin', async () => {
    const box = await forkOf(origin, { blockNumber: 10 });
    const [account] = origin.accounts;
    await box.request('devnet_applyStateDiff', {
      state_diff: { nonces: [{ contract_address: account!.address, nonce: '0x50' }] },
    });
    expect(await box.request('starknet_getNonce', ['pre_confirmed', account!.address])).toBe('0x50');
    await box.request('devnet_impersonateAccount', [account!.address]);
    const stranger = { ...account!, privateKey: box.accounts[0]!.privateKey };
    const hash = await new Wallet(box, stranger).invoke({ to: EXERCISER, name: 'set', calldata: [1n, 5n] });
    expect(await box.request('starknet_getTransactionReceipt', [hash])).toMatchObject({
      execution_status: 'SUCCEEDED',
    });
    await box.request('devnet_abortBlocks', { starting_block_id: block(12) });
    expect(await box.request('starknet_blockNumber')).toBe(11);
    await expect(box.request('devnet_abortBlocks', { starting_block_id: block(11) })).rejects.toThrow('Genesis');
    await expect(box.request('devnet_abortBlocks', { starting_block_id: block(3) })).rejects.toThrow('No block found');
    box.close();
  });
});

describe('subscriptions across the boundary', () => {
  const FORK = 9;
  interface Told {
    method: string;
    params: { result: { block_number: number; finality_status?: string; status?: unknown } };
  }
  const connected = async () => {
    const config = {
      ...defaultConfig,
      seed: 5,
      accounts: 1,
      fork: { url: URL, blockNumber: FORK, cachingEnabled: undefined },
    };
    const node = await createBundledNode(config, originConnector({ fetch: origin.fetch }));
    const hub = new Hub(node);
    const messages: Record<string, unknown>[] = [];
    const session = hub.open((text) => void messages.push(JSON.parse(text)));
    await node.write((draft) => draft.openBlock.seal());
    const ask = async (method: string, params: unknown) => {
      await session.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
      return messages;
    };
    const close = () => {
      hub.end();
      node.close();
    };
    return { node, ask, messages: messages as unknown as Told[], close };
  };

  test('heads of the origin come first, then those of the fork, then new ones', async () => {
    const { node, ask, messages, close } = await connected();
    await ask('starknet_subscribeNewHeads', { block_id: block(5) });
    await node.write((draft) => draft.openBlock.seal());
    const heads = messages.slice(1);
    expect(heads.map(({ params }) => params.result.block_number)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
    const {
      status: _,
      transactions: __,
      ...header
    } = await origin.request<Record<string, unknown>>('starknet_getBlockWithTxHashes', [block(6)]);
    expect(heads[1]!.params.result).toEqual(header);
    close();
  });

  test('events of the origin have their finality', async () => {
    const { ask, messages, close } = await connected();
    await ask('starknet_subscribeEvents', { from_address: hex(EXERCISER), block_id: block(1) });
    const told = messages.slice(1).map(({ params }) => params.result);
    const { events } = await origin.request<{ events: object[] }>('starknet_getEvents', [
      { address: hex(EXERCISER), to_block: block(FORK), chunk_size: 100 },
    ]);
    expect(events.length).toBeGreaterThan(1);
    expect(told).toEqual(events.map((event) => ({ ...event, finality_status: 'ACCEPTED_ON_L2' })));
    close();
  });

  test('the status of a transaction of the origin is sent, and unknown blocks are errors', async () => {
    const { ask, messages, close } = await connected();
    const { transactions } = await origin.request<{ transactions: string[] }>('starknet_getBlockWithTxHashes', [
      block(3),
    ]);
    await ask('starknet_subscribeTransactionStatus', { transaction_hash: transactions[0] });
    expect(messages[1]!.params.result).toMatchObject({ status: { finality_status: 'ACCEPTED_ON_L2' } });
    const { block_hash } = await origin.request<{ block_hash: string }>('starknet_getBlockWithTxHashes', [block(12)]);
    await ask('starknet_subscribeNewHeads', { block_id: { block_hash } });
    expect(messages.at(-1)).toMatchObject({ error: { code: 24 } });
    close();
  });
});

test('over HTTP', async () => {
  const served = await servedChain({ seed: 3, accounts: 1 });
  await served.request('devnet_mint', { address: served.accounts[0]!.address, amount: 4, unit: 'FRI' });
  const { url } = served;
  const box = await Sandbox.create({
    seed: 4,
    accounts: 1,
    fork: { url },
  });
  const hash = await new Wallet(box).invoke({ to: STRK, name: 'transfer', calldata: [5n, 1n, 0n] });
  expect(await box.request('starknet_getTransactionReceipt', [hash])).toMatchObject({ block_number: 3 });
  expect(await box.request('starknet_getBlockWithTxs', [block(1)])).toMatchObject({ block_number: 1 });
  await served.close();
  await expect(box.request('starknet_getBlockWithTxs', [block(0)])).rejects.toThrow('Connection refused');
  await expect(box.request('starknet_getStorageAt', [hex(STRK), '0x5', 'latest'])).rejects.toThrow(
    'Failed to read from state: Error in communication with forking origin',
  );
  box.close();
});
