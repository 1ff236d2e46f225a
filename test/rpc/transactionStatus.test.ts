import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';

const boxes: Record<'usual' | 'strict', Sandbox> = {} as never;
beforeAll(async () => {
  boxes.usual = await Sandbox.create({ seed: 3, accounts: 1 });
  boxes.strict = await Sandbox.create({ seed: 3, accounts: 1, strictAnswers: true });
});
afterAll(() => Promise.all(Object.values(boxes).map((box) => box.close())));

const SUCCEEDED = { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' };

test('the status of a transaction that did not fail has no reason, or null in strict answers', async () => {
  for (const [name, box] of Object.entries(boxes)) {
    const { transactionHash } = await box.mint('0x77', 5n);
    const params = { transaction_hash: transactionHash };
    const status = await box.request('starknet_getTransactionStatus', params);
    expect(status).toEqual(name === 'strict' ? { ...SUCCEEDED, failure_reason: null } : SUCCEEDED);
    expect(await box.request('chain_getTransactionStatus', params)).toEqual(SUCCEEDED);
  }
});

test('notifications of the status follow the names of their subscription', async () => {
  const socket = new boxes.strict.WebSocket('ws://box');
  const received: { id?: string; params?: { result: { status: object } } }[] = [];
  socket.onmessage = ({ data }) => received.push(JSON.parse(data));
  await new Promise((resolve) => (socket.onopen = resolve));
  const { transactionHash } = await boxes.strict.mint('0x77', 5n);
  const params = { transaction_hash: transactionHash };
  for (const method of ['starknet_subscribeTransactionStatus', 'chain_subscribeTransactionStatus'])
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: method, method, params }));
  await expect.poll(() => received.length).toBe(4);
  const statuses = received.flatMap(({ params }) => (params ? [params.result.status] : []));
  expect(statuses).toEqual([{ ...SUCCEEDED, failure_reason: null }, SUCCEEDED]);
  socket.close();
});
