import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { RpcFailure } from '../../transport/connection.ts';
import { queuedSending } from './queuedSending.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const notFound = (): never => {
  throw new RpcFailure('', { code: 29, message: 'Transaction hash not found' });
};

const nodeIn = (mode: unknown, status: () => unknown = notFound) =>
  answeringNode({
    sandbox_getOverview: () => ({ block_generation_on: mode }),
    sandbox_getMempool: () => ({
      transactions: [
        { sender_address: '0xa', nonce: '0x3' },
        { sender_address: '0xa', nonce: '0x4' },
        { sender_address: '0xb', nonce: '0x5' },
      ],
    }),
    chain_getTransactionStatus: status,
  });

test.each(['transaction', 'demand', { interval: 5 }])('nothing waits in the mode %j', async (mode) => {
  expect(await queuedSending(nodeIn(mode).node, () => undefined)).toBeUndefined();
});

describe.each(['mempool', { mempool: 2 }])('in the mode %j', (mode) => {
  test('the next nonce is one that no transaction has which waits', async () => {
    const queued = await queuedSending(nodeIn(mode).node, () => undefined);
    expect(queued!.nextNonce(0xan as never, 3n as never)).toBe(5n);
    expect(queued!.nextNonce(0xbn as never, 3n as never)).toBe(3n);
  });

  test('a transaction is waited for until it is in a block', async () => {
    let finality_status = 'RECEIVED';
    const { node } = nodeIn(mode, () => ({ finality_status }));
    const told = vi.fn();
    let isIncluded = false;
    const queued = (await queuedSending(node, told))!;
    const included = queued.included('0x1').then(() => (isIncluded = true));
    expect(told).toHaveBeenCalledWith('0x1');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isIncluded).toBe(false);
    finality_status = 'PRE_CONFIRMED';
    node.changed();
    await vi.advanceTimersByTimeAsync(250);
    await included;
    expect(isIncluded).toBe(true);
  });

  test('one that was removed is an error', async () => {
    const queued = (await queuedSending(nodeIn(mode).node, () => undefined))!;
    await expect(queued.included('0x1')).rejects.toThrow('not in the mempool any more');
  });

  test.each([
    ['a lost connection', new TypeError('fetch failed')],
    ['another error of the node', new RpcFailure('', { code: -32603, message: 'Internal error' })],
  ])('%s is told as it is', async (_, error) => {
    const failing = () => {
      throw error;
    };
    const queued = (await queuedSending(nodeIn(mode, failing).node, () => undefined))!;
    await expect(queued.included('0x1')).rejects.toThrow(error.message);
  });
});
