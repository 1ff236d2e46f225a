import { beforeEach, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import type { Session } from '../../src/sandbox/session.ts';
import { FakeNode, fakeTransaction } from '../support/fakeNode.ts';

let node: FakeNode;
let hub: Hub;
let session: Session;
let frames: {
  id?: unknown;
  method?: string;
  result?: unknown;
  params?: { subscription_id: string; result: Record<string, unknown> };
}[];

beforeEach(() => {
  node = new FakeNode({ blockGenerationOn: 'demand' });
  hub = new Hub(node);
  frames = [];
  session = hub.open((text) => frames.push(JSON.parse(text)));
});

const ask = async (name: string, params?: unknown) => {
  await session.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params }));
  return frames.find((frame) => frame.id === 1) as { result?: never; error?: { code: number; message: string } };
};
const told = () => frames.splice(0).map((frame) => frame.method ?? 'answer');

describe('subscriptions', () => {
  test('are confirmed before anything else, with an id of digits', async () => {
    node.seal();
    node.seal();
    await ask('starknet_subscribeNewHeads', { block_id: { block_number: 1 } });
    expect(frames[0]).toEqual({ jsonrpc: '2.0', id: 1, result: expect.stringMatching(/^\d+$/) });
    expect(frames.slice(1).map((frame) => frame.params?.result['block_number'])).toEqual([1, 2]);
    node.seal();
    expect(frames.at(-1)?.params?.result['block_number']).toBe(3);
  });

  test('use the dialect of the subscribe request', async () => {
    await ask('chain_subscribeNewHeads');
    await ask('starknet_subscribeNewHeads');
    frames.length = 0;
    node.seal();
    expect(told().sort()).toEqual(['chain_subscriptionNewHeads', 'starknet_subscriptionNewHeads']);
  });

  test('are notified of a block in the documented order', async () => {
    for (const name of ['Events', 'NewTransactionReceipts', 'NewTransactions', 'NewHeads'])
      await ask(`starknet_subscribe${name}`);
    await ask('starknet_subscribeTransactionStatus', { transaction_hash: '0x7' });
    frames.length = 0;
    node.seal([fakeTransaction(7, 1, [1, 2]), fakeTransaction(8, 2, [3])]);
    expect(told()).toEqual([
      'starknet_subscriptionNewHeads',
      'starknet_subscriptionNewTransaction',
      'starknet_subscriptionTransactionStatus',
      'starknet_subscriptionNewTransactionReceipts',
      'starknet_subscriptionNewTransaction',
      'starknet_subscriptionNewTransactionReceipts',
      'starknet_subscriptionEvents',
      'starknet_subscriptionEvents',
      'starknet_subscriptionEvents',
    ]);
  });

  test('are notified of pre-confirmed transactions if they request them', async () => {
    await ask('starknet_subscribeNewTransactions', { finality_status: ['PRE_CONFIRMED', 'ACCEPTED_ON_L2'] });
    await ask('starknet_subscribeNewTransactionReceipts', { finality_status: ['PRE_CONFIRMED'] });
    await ask('starknet_subscribeEvents', { finality_status: 'PRE_CONFIRMED' });
    await ask('starknet_subscribeTransactionStatus', { transaction_hash: '0x7' });
    await ask('starknet_subscribeNewTransactions');
    frames.length = 0;
    node.publish({ kind: 'preConfirmed', transactions: [fakeTransaction(7, 1, [1])] });
    expect(told()).toEqual([
      'starknet_subscriptionTransactionStatus',
      'starknet_subscriptionNewTransaction',
      'starknet_subscriptionNewTransactionReceipts',
      'starknet_subscriptionEvents',
    ]);
  });

  test('to pre-confirmed events are notified of each event once, even when the block mode changes', async () => {
    const real = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 1, blockGenerationOn: 'demand' });
    const its: typeof frames = [];
    const client = new Hub(real).open((text) => its.push(JSON.parse(text)));
    const send = (method: string, params: unknown) =>
      client.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const mint = () => send('devnet_mint', { address: '0x77', amount: 1 });
    const finalities = () => its.splice(0).flatMap(({ params }) => (params ? [params.result['finality_status']] : []));
    await mint();
    const pre = 'PRE_CONFIRMED';
    await send('starknet_subscribeEvents', { finality_status: pre });
    const each = finalities().length;
    expect(each).toBeGreaterThan(0);
    await mint();
    expect(finalities()).toEqual(Array.from({ length: each }, () => pre));
    await send('devnet_setBlockMode', { mode: 'transaction' });
    expect(finalities()).toEqual([]);
    await mint();
    expect(finalities()).toEqual(Array.from({ length: each }, () => 'ACCEPTED_ON_L2'));
    await send('devnet_setBlockMode', { mode: 'demand' });
    await mint();
    await send('devnet_createBlock', {});
    expect(finalities()).toEqual(Array.from({ length: each }, () => pre));
    real.close();
  });

  test('filter by sender, by address and by key', async () => {
    await ask('starknet_subscribeNewTransactions', { sender_address: ['0x2'] });
    await ask('starknet_subscribeEvents', { from_address: '0x1', keys: [['0x2', '0x5']] });
    await ask('starknet_subscribeEvents', { from_address: [] });
    frames.length = 0;
    node.seal([fakeTransaction(7, 1, [1, 2]), fakeTransaction(8, 2, [2])]);
    const results = frames.map((frame) => frame.params!.result);
    expect(results.map((result) => result['transaction_hash'])).toEqual(['0x8', '0x7']);
    expect(results[1]).toMatchObject({ event_index: 1, keys: ['0x2'], finality_status: 'ACCEPTED_ON_L2' });
  });

  test('to events start with those of the latest block', async () => {
    node.seal([fakeTransaction(7, 1, [1])]);
    await ask('starknet_subscribeEvents');
    expect(told()).toEqual(['answer', 'starknet_subscriptionEvents']);
  });

  test('to a known transaction start with its status', async () => {
    node.seal([fakeTransaction(7, 1, [])]);
    await ask('starknet_subscribeTransactionStatus', { transaction_hash: '0x7' });
    expect(told()).toEqual(['answer', 'starknet_subscriptionTransactionStatus']);
  });

  test('are all notified of a reorg, whatever their kind', async () => {
    await ask('starknet_subscribeNewHeads');
    await ask('starknet_subscribeTransactionStatus', { transaction_hash: '0x1' });
    await ask('chain_subscribeEvents');
    frames.length = 0;
    const block = node.seal();
    frames.length = 0;
    node.publish({ kind: 'reorg', first: block, last: block });
    expect(told().sort()).toEqual([
      'chain_subscriptionReorg',
      'starknet_subscriptionReorg',
      'starknet_subscriptionReorg',
    ]);
  });

  test('end with unsubscribe, with a restart and with the connection', async () => {
    const { result: id } = await ask('starknet_subscribeNewHeads');
    await ask('starknet_subscribeNewHeads');
    frames.length = 0;
    await ask('starknet_unsubscribe', { subscription_id: id });
    expect(frames.pop()?.result).toBe(true);
    expect((await ask('starknet_unsubscribe', [id])).error?.code).toBe(66);
    frames.length = 0;
    node.seal();
    expect(told()).toEqual(['starknet_subscriptionNewHeads']);
    await ask('devnet_restart');
    frames.length = 0;
    node.seal();
    expect(told()).toEqual([]);
    await ask('starknet_subscribeNewHeads');
    frames.length = 0;
    hub.close(session);
    node.seal();
    expect(told()).toEqual([]);
  });

  test('of another connection cannot be ended', async () => {
    const other = hub.open(() => undefined);
    const { result: id } = await ask('starknet_subscribeNewHeads');
    const answers: string[] = [];
    const third = hub.open((text) => answers.push(text));
    await third.receive(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'starknet_unsubscribe', params: [id] }));
    expect(JSON.parse(answers[0]!).error.code).toBe(66);
    hub.close(other);
  });

  test('cannot start too far back or at a block that does not exist', async () => {
    for (let i = 0; i < 1026; i++) node.blocks.push({ ...node.blocks[0]!, number: i + 1 });
    const code = async (id: unknown) => {
      frames.length = 0;
      return (await ask('starknet_subscribeNewHeads', { block_id: id })).error?.code;
    };
    expect(await code({ block_number: 1 })).toBe(68);
    expect(await code({ block_number: 2 })).toBeUndefined();
    expect(frames).toHaveLength(1026);
    expect(await code({ block_number: 5000 })).toBe(24);
    expect(await code('pre_confirmed')).toBe(-32602);
    expect(await code('l1_accepted')).toBe(-32602);
  });

  test('are bounded over all connections, and so are the values of their filters', async () => {
    const sessions = Array.from({ length: 4 }, () => hub.open(() => undefined));
    const subscribe = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'starknet_subscribeNewHeads' });
    const batchless = Array.from({ length: 8192 }, () => subscribe);
    for (const each of sessions) await Promise.all(batchless.map((text) => each.receive(text)));
    expect(await ask('starknet_subscribeNewHeads')).toMatchObject({
      error: { message: expect.stringContaining('There are 32768 subscriptions') },
    });
    hub.close(sessions[0]!);
    frames.length = 0;
    expect(await ask('starknet_subscribeNewHeads')).toHaveProperty('result');
    const many = Array.from({ length: 8000 }, (_, i) => `0x${i.toString(16)}`);
    for (let i = 0; i < 125; i++) await ask('starknet_subscribeEvents', { keys: [many] });
    frames.length = 0;
    expect(await ask('starknet_subscribeEvents', { from_address: '0x1' })).toMatchObject({
      error: { message: expect.stringContaining('at most 1000000 addresses and keys') },
    });
  });

  test('are bounded in number', async () => {
    for (let i = 0; i < 8192; i++) await ask('starknet_subscribeNewHeads');
    frames.length = 0;
    expect((await ask('starknet_subscribeNewHeads')).error?.message).toContain('8192 subscriptions');
  });
});

describe('notifications to many subscribers', () => {
  const COUNT = 3000;
  let last: Session;
  let toldLast: number[];

  /** A socket with many subscriptions, then one more with a single one. */
  beforeEach(async () => {
    const subscribe = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'starknet_subscribeNewHeads' });
    await Promise.all(Array.from({ length: COUNT }, () => session.receive(subscribe)));
    toldLast = [];
    last = hub.open((text) => {
      const number = JSON.parse(text).params?.result.block_number;
      if (number !== undefined) toldLast.push(number);
    });
    await last.receive(subscribe);
    frames.length = 0;
    // Other clients are served between two slices.
    slow(session);
  });

  const slow = (_: Session) => {
    const push = frames.push.bind(frames);
    frames.push = (...items) => {
      const end = performance.now() + 0.05;
      while (performance.now() < end);
      return push(...items);
    };
  };
  const round = () => new Promise((resolve) => setImmediate(resolve));

  test('are sent in slices, all of them and in order', async () => {
    node.seal();
    node.seal();
    expect(frames.length).toBeLessThan(2 * COUNT);
    expect(toldLast).toEqual([]);
    let rounds = 0;
    while (toldLast.length < 2) {
      await round();
      rounds++;
    }
    expect(rounds).toBeGreaterThan(2);
    expect(toldLast).toEqual([1, 2]);
    expect(frames.map((frame) => frame.params?.result['block_number'])).toEqual([
      ...Array(COUNT).fill(1),
      ...Array(COUNT).fill(2),
    ]);
  });

  test('do not go to clients that subscribe or leave meanwhile', async () => {
    node.seal();
    hub.close(last);
    const late: string[] = [];
    const newcomer = hub.open((text) => late.push(JSON.parse(text).method ?? 'answer'));
    await newcomer.receive(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'starknet_subscribeNewHeads' }));
    while (frames.length < COUNT) await round();
    for (let i = 0; i < 5; i++) await round();
    expect(late).toEqual(['answer']);
    expect(toldLast).toEqual([]);
  });

  test('come before the answer to the change that a subscriber made itself', async () => {
    const order: string[] = [];
    const mine = hub.open((text) => order.push(JSON.parse(text).method ?? 'answer'));
    await mine.receive(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'starknet_subscribeNewHeads' }));
    await mine.receive(JSON.stringify({ jsonrpc: '2.0', id: 4, method: 'devnet_createBlock' }));
    expect(order).toEqual(['answer', 'starknet_subscriptionNewHeads', 'answer']);
  });
});
