import { beforeEach, describe, expect, test } from 'vitest';
import type { Node } from '../../src/chain/node.ts';
import { formatFelt, toFelt } from '../../src/felt/felt.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import type { Session } from '../../src/sandbox/session.ts';
import { sealBlock, testNode } from '../support/testNode.ts';
import { STRK, transfer } from '../support/wallet.ts';

let node: Node;
let hub: Hub;
let session: Session;
let frames: {
  id?: unknown;
  method?: string;
  result?: unknown;
  params?: { subscription_id: string; result: Record<string, unknown> };
}[];

beforeEach(async () => {
  node = await testNode({ blockGenerationOn: 'demand', stateArchiveCapacity: 'full' });
  hub = new Hub(node);
  frames = [];
  session = hub.open((text) => frames.push(JSON.parse(text)));
});

const ask = async (name: string, params?: unknown) => {
  await session.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params }));
  return frames.find((frame) => frame.id === 1) as { result?: never; error?: { code: number; message: string } };
};
const told = () => frames.splice(0).map((frame) => frame.method ?? 'answer');

/** Mints in the open block, with two events: of the token, and of STRK for the fee. Returns the transaction hash. */
const mint = async (to = 0x71, unit: 'WEI' | 'FRI' = 'FRI', on = node): Promise<string> =>
  formatFelt((await on.write((draft) => draft.openBlock.mint(toFelt(to), 1n, unit))).transactionHash);

describe('subscriptions', () => {
  test('are confirmed before anything else, with an id of digits', async () => {
    await sealBlock(node);
    await sealBlock(node);
    await ask('starknet_subscribeNewHeads', { block_id: { block_number: 1 } });
    expect(frames[0]).toEqual({ jsonrpc: '2.0', id: 1, result: expect.stringMatching(/^\d+$/) });
    expect(frames.slice(1).map((frame) => frame.params?.result['block_number'])).toEqual([1, 2]);
    await sealBlock(node);
    expect(frames.at(-1)?.params?.result['block_number']).toBe(3);
  });

  test('use the dialect of the subscribe request', async () => {
    await ask('chain_subscribeNewHeads');
    await ask('starknet_subscribeNewHeads');
    frames.length = 0;
    await sealBlock(node);
    expect(told().sort()).toEqual(['chain_subscriptionNewHeads', 'starknet_subscriptionNewHeads']);
  });

  test('are notified of a block in the documented order', async () => {
    for (const name of ['Events', 'NewTransactionReceipts', 'NewTransactions', 'NewHeads'])
      await ask(`starknet_subscribe${name}`);
    await ask('starknet_subscribeTransactionStatus', { transaction_hash: await mint() });
    await mint();
    frames.length = 0;
    await sealBlock(node);
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
      'starknet_subscriptionEvents',
    ]);
  });

  test('are notified of pre-confirmed transactions if they request them', async () => {
    await ask('starknet_subscribeNewTransactions', { finality_status: ['PRE_CONFIRMED', 'ACCEPTED_ON_L2'] });
    await ask('starknet_subscribeNewTransactionReceipts', { finality_status: ['PRE_CONFIRMED'] });
    await ask('starknet_subscribeEvents', { finality_status: 'PRE_CONFIRMED' });
    // The same mint on a copy of the chain has the same hash.
    const hash = await mint(0x71, 'FRI', node.clone());
    await ask('starknet_subscribeTransactionStatus', { transaction_hash: hash });
    await ask('starknet_subscribeNewTransactions');
    frames.length = 0;
    expect(await mint()).toBe(hash);
    expect(told()).toEqual([
      'starknet_subscriptionTransactionStatus',
      'starknet_subscriptionNewTransaction',
      'starknet_subscriptionNewTransactionReceipts',
      'starknet_subscriptionEvents',
      'starknet_subscriptionEvents',
    ]);
  });

  test('to pre-confirmed events are notified of each event once, even when the block mode changes', async () => {
    const finalities = () =>
      frames.splice(0).flatMap(({ params }) => (params ? [params.result['finality_status']] : []));
    const pre = 'PRE_CONFIRMED';
    await mint();
    await ask('starknet_subscribeEvents', { finality_status: pre });
    expect(finalities()).toEqual([pre, pre]);
    await mint();
    expect(finalities()).toEqual([pre, pre]);
    await ask('devnet_setBlockMode', { mode: 'transaction' });
    expect(finalities()).toEqual([]);
    await mint();
    expect(finalities()).toEqual(['ACCEPTED_ON_L2', 'ACCEPTED_ON_L2']);
    await ask('devnet_setBlockMode', { mode: 'demand' });
    await mint();
    await sealBlock(node);
    expect(finalities()).toEqual([pre, pre]);
  });

  test('filter by sender, by address and by key', async () => {
    const [account] = node.accounts;
    const sender = formatFelt(account!.address);
    await ask('starknet_subscribeNewTransactions', { sender_address: [sender] });
    await ask('starknet_subscribeEvents', { from_address: STRK, keys: [[], ['0x0'], ['0x72', '0x5']] });
    await ask('starknet_subscribeEvents', { from_address: STRK, keys: [[], [sender], ['0x1000']] });
    await ask('starknet_subscribeEvents', { from_address: [] });
    await mint(0x71, 'FRI');
    await mint(0x72, 'WEI');
    const minted = await mint(0x72, 'FRI');
    await ask('starknet_addInvokeTransaction', transfer(account!, 0, 0x72n));
    frames.length = 0;
    await sealBlock(node);
    const [sent, mintEvent, feeEvent, ...others] = frames.map((frame) => frame.params!.result);
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ type: 'INVOKE', sender_address: sender });
    expect(mintEvent).toMatchObject({ transaction_hash: minted, event_index: 0, finality_status: 'ACCEPTED_ON_L2' });
    expect(feeEvent).toMatchObject({ transaction_hash: sent!['transaction_hash'], event_index: 1 });
  });

  test('to events start with those of the latest block', async () => {
    await mint();
    await sealBlock(node);
    await ask('starknet_subscribeEvents');
    expect(told()).toEqual(['answer', 'starknet_subscriptionEvents', 'starknet_subscriptionEvents']);
  });

  test('to a known transaction start with its status', async () => {
    const hash = await mint();
    await sealBlock(node);
    await ask('starknet_subscribeTransactionStatus', { transaction_hash: hash });
    expect(told()).toEqual(['answer', 'starknet_subscriptionTransactionStatus']);
  });

  test('are all notified of a reorg, whatever their kind', async () => {
    await ask('starknet_subscribeNewHeads');
    await ask('starknet_subscribeTransactionStatus', { transaction_hash: '0x1' });
    await ask('chain_subscribeEvents');
    const { number } = await sealBlock(node);
    frames.length = 0;
    await node.write((draft) => draft.abortBlocks({ number }));
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
    await sealBlock(node);
    expect(told()).toEqual(['starknet_subscriptionNewHeads']);
    await ask('devnet_restart');
    frames.length = 0;
    await sealBlock(node);
    expect(told()).toEqual([]);
    await ask('starknet_subscribeNewHeads');
    frames.length = 0;
    hub.close(session);
    await sealBlock(node);
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
    await node.write((draft) => draft.mine(1026, 0n));
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
    await sealBlock(node);
    const next = sealBlock(node);
    expect(frames.length).toBeLessThan(COUNT);
    expect(toldLast).toEqual([]);
    let rounds = 0;
    while (toldLast.length < 2) {
      await round();
      rounds++;
    }
    await next;
    expect(rounds).toBeGreaterThan(2);
    expect(toldLast).toEqual([1, 2]);
    expect(frames.map((frame) => frame.params?.result['block_number'])).toEqual([
      ...Array(COUNT).fill(1),
      ...Array(COUNT).fill(2),
    ]);
  });

  test('do not go to clients that subscribe or leave meanwhile', async () => {
    await sealBlock(node);
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
