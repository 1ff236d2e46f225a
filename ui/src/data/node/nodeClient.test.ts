import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';

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
