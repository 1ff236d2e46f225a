import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { RpcFailure } from '../../transport/connection.ts';
import { exchange } from './exchange.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an exchange has the request with its result or its error', async () => {
  const { node } = answeringNode({ starknet_chainId: () => '0x1' });
  expect(await exchange(node, 'starknet_chainId', [], false)).toMatchObject({
    method: 'starknet_chainId',
    params: [],
    result: '0x1',
  });
  const failed = await exchange(node, 'starknet_nothing', undefined, false);
  expect(failed.error).toBeInstanceOf(RpcFailure);
  expect(failed).not.toHaveProperty('result');
});

test('a method that may change the chain brings the screen up to date, also if it fails', async () => {
  const { node } = answeringNode({ sandbox_restart: () => ({}) });
  const epochAfter = async (method: string, mayChange: boolean) => {
    await exchange(node, method, {}, mayChange);
    vi.advanceTimersByTime(250);
    return node.epoch.get();
  };
  expect(await epochAfter('starknet_chainId', false)).toBe(0);
  expect(await epochAfter('sandbox_restart', true)).toBe(1);
  expect(await epochAfter('sandbox_nothing', true)).toBe(2);
});
