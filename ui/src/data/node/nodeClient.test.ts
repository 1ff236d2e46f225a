import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { ConnectionFailure } from '../../transport/connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('changes of the chain', () => {
  test('reach the screen together, at most four times a second', () => {
    const { node, notify } = answeringNode();
    for (let i = 0; i < 100; i++) notify('chain_subscriptionNewHeads');
    expect(node.revision.get()).toBe(0);
    vi.advanceTimersByTime(249);
    expect(node.revision.get()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(node.revision.get()).toBe(1);
    expect(node.epoch.get()).toBe(0);
    vi.advanceTimersByTime(10_000);
    expect(node.revision.get()).toBe(1);
  });

  test('that take blocks back also begin an epoch', () => {
    const { node, notify } = answeringNode();
    notify('chain_subscriptionReorg');
    notify('chain_subscriptionNewHeads');
    vi.advanceTimersByTime(250);
    expect([node.epoch.get(), node.revision.get()]).toEqual([1, 1]);
    notify('chain_subscriptionNewHeads');
    vi.advanceTimersByTime(250);
    expect([node.epoch.get(), node.revision.get()]).toEqual([1, 2]);
  });

  test('wait while nobody sees the page', () => {
    const { node, notify, hide } = answeringNode();
    hide(true);
    notify('chain_subscriptionReorg');
    vi.advanceTimersByTime(10_000);
    expect(node.revision.get()).toBe(0);
    hide(false);
    vi.advanceTimersByTime(250);
    expect([node.epoch.get(), node.revision.get()]).toEqual([1, 1]);
  });

  test('may have been missed until the connection is open', () => {
    const { node, setStatus } = answeringNode();
    setStatus('open');
    vi.advanceTimersByTime(250);
    expect([node.epoch.get(), node.revision.get()]).toEqual([0, 1]);
  });

  test('are not known of because the connection is open', () => {
    const { node, setStatus, notify } = answeringNode();
    setStatus('open');
    vi.advanceTimersByTime(250);
    expect(node.changes.get()).toBe(0);
    notify('chain_subscriptionNewHeads');
    vi.advanceTimersByTime(250);
    expect(node.changes.get()).toBe(1);
    setStatus('lost');
    setStatus('open');
    vi.advanceTimersByTime(250);
    expect(node.changes.get()).toBe(2);
  });

  test('are expected after a lost connection, because the node may be another one', () => {
    const { node, setStatus } = answeringNode();
    setStatus('open');
    vi.advanceTimersByTime(250);
    expect(node.epoch.get()).toBe(0);
    setStatus('lost');
    expect(node.status.get()).toBe('lost');
    setStatus('open');
    vi.advanceTimersByTime(250);
    expect([node.status.get(), node.epoch.get()]).toEqual(['open', 1]);
  });

  describe('without notifications', () => {
    /** A node whose blocks have these hashes. */
    const nodeOf = (chain: { hashes: string[] }) =>
      answeringNode({
        chain_blockHashAndNumber: () => ({ block_number: chain.hashes.length - 1, block_hash: chain.hashes.at(-1) }),
        chain_getBlockWithTxHashes: ({ block_id }: { block_id: { block_number: number } }) => ({
          block_hash: chain.hashes[block_id.block_number],
        }),
      });
    const pass = () => vi.advanceTimersByTimeAsync(2_000);

    test('are asked for every two seconds until the socket is back', async () => {
      const chain = { hashes: ['0xa', '0xb'] };
      const { node, setStatus, asked } = nodeOf(chain);
      setStatus('lost');
      await vi.advanceTimersByTimeAsync(250);
      expect([node.status.get(), node.epoch.get(), node.revision.get()]).toEqual(['asked', 1, 1]);
      // The next attempt of the socket fails too.
      setStatus('lost');
      expect(node.status.get()).toBe('asked');
      await pass();
      expect([node.epoch.get(), node.revision.get()]).toEqual([1, 2]);
      chain.hashes.push('0xc');
      await pass();
      expect([node.epoch.get(), node.revision.get()]).toEqual([1, 3]);
      // Another block in the place of one that was known.
      chain.hashes.splice(2, 1, '0xd', '0xe');
      await pass();
      expect([node.epoch.get(), node.revision.get()]).toEqual([2, 4]);
      setStatus('open');
      await pass();
      expect(node.status.get()).toBe('open');
      const count = asked.length;
      await pass();
      await pass();
      expect(asked.length).toBe(count);
    });

    test('are not asked for while nobody sees the page', async () => {
      const { setStatus, hide, asked, node } = nodeOf({ hashes: ['0xa'] });
      hide(true);
      setStatus('lost');
      await pass();
      await pass();
      expect([asked, node.status.get()]).toEqual([[], 'lost']);
      hide(false);
      await pass();
      expect(node.status.get()).toBe('asked');
    });

    test('are asked for again from a node that did not answer meanwhile', async () => {
      let isThere = false;
      const { node, setStatus } = answeringNode({
        chain_blockHashAndNumber: () => {
          if (!isThere) throw new ConnectionFailure('away');
          return { block_number: 0, block_hash: '0xa' };
        },
      });
      setStatus('lost');
      await pass();
      expect([node.status.get(), node.revision.get()]).toEqual(['lost', 0]);
      isThere = true;
      await pass();
      await pass();
      expect(node.status.get()).toBe('asked');
      isThere = false;
      await pass();
      expect(node.status.get()).toBe('lost');
    });
  });

  test.each([
    ['sandbox_restart', 1],
    ['sandbox_mint', 0],
  ] as const)('follow the request %s, which begins %i epochs, also if it fails', async (method, epochs) => {
    for (const answers of [{ [method]: () => ({}) }, {}]) {
      const { node } = answeringNode(answers);
      await node.change(method, {} as never).catch(() => undefined);
      vi.advanceTimersByTime(250);
      expect([node.epoch.get(), node.revision.get()]).toEqual([epochs, 1]);
    }
  });
});

describe('cached answers', () => {
  test('of the live kind are asked for again after every change, fixed ones after blocks were taken back', async () => {
    const { node, asked } = answeringNode({ chain_chainId: () => '0x1', chain_blockNumber: () => 3 });
    const ask = async () => {
      await node.cached('chain_blockNumber', {} as never, 'live');
      await node.cached('chain_chainId', {} as never, 'fixed');
      return asked.map((method) => method.replace('chain_', ''));
    };
    await ask();
    expect(await ask()).toEqual(['blockNumber', 'chainId']);
    node.changed();
    vi.advanceTimersByTime(250);
    expect(await ask()).toEqual(['blockNumber', 'chainId', 'blockNumber']);
    node.changed(true);
    vi.advanceTimersByTime(250);
    expect(await ask()).toEqual(['blockNumber', 'chainId', 'blockNumber', 'blockNumber', 'chainId']);
  });

  test('belong to their parameters', async () => {
    const { node } = answeringNode({
      chain_getNonce: ({ contract_address }: { contract_address: string }) => contract_address,
    });
    const nonceOf = (contract_address: string) =>
      node.cached('chain_getNonce', { block_id: 'latest', contract_address }, 'live');
    expect([await nonceOf('0x1'), await nonceOf('0x2')]).toEqual(['0x1', '0x2']);
  });
});
