import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import type { Node } from '../../src/chain/node.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { Hub } from '../../src/sandbox/hub.ts';

let node: Node;
let hub: Hub;
beforeAll(async () => {
  node = await createBundledNode({
    ...defaultConfig,
    seed: 0,
    accounts: 1,
    journal: true,
    blockGenerationOn: 'demand',
  });
  hub = new Hub(node);
});
afterAll(() => node.close());

const ask = async (method: string, params?: unknown) =>
  JSON.parse(await answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher));

test('every method answers under both names', async () => {
  for (const { name, group, kind } of methods.values()) {
    if (kind === 'subscription') continue;
    const [public_, neutral] = group === 'chain' ? ['starknet_', 'chain_'] : ['devnet_', 'sandbox_'];
    // No method accepts these parameters, so all of them answer and none has an effect.
    const [one, other] = [await ask(public_ + name, { '?': 1 }), await ask(neutral + name, { '?': 1 })];
    expect(one.error.code, name).toBe(-32602);
    expect(other).toEqual(one);
  }
});

test('the same request in either dialect has the same effect and the same journal', async () => {
  const address = `0x${node.accounts[0]!.address.toString(16)}`;
  expect((await ask('sandbox_mint', { address, amount: 1 })).result.new_balance).toBe('1000000000000000000001');
  expect((await ask('devnet_mint', { address, amount: 1 })).result.new_balance).toBe('1000000000000000000002');
  expect((await ask('chain_getNonce', ['latest', address])).result).toBe('0x0');
  const { result: events } = await ask('sandbox_dump');
  expect(events.map((event: { method: string }) => event.method)).toEqual(['devnet_mint', 'devnet_mint']);
  const status = await ask('sandbox_getStatus');
  expect(status.result).toMatchObject({ pre_confirmed_tx_count: 2, sandbox_version: expect.any(String) });
  expect(status.result).not.toHaveProperty('devnet_version');
});

test('a subscription is notified of a transaction, then of its block, then of the reorg that removes it', async () => {
  const frames: { method?: string; params?: { result: Record<string, unknown> } }[] = [];
  const session = hub.open((text) => frames.push(JSON.parse(text)));
  const send = (method: string, params?: unknown) =>
    session.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  await send('chain_subscribeNewHeads');
  await send('chain_subscribeNewTransactions', { finality_status: ['PRE_CONFIRMED', 'ACCEPTED_ON_L2'] });
  const told = () =>
    frames.splice(0).flatMap(({ method, params }) => (method ? [[method, params!.result['finality_status']]] : []));
  told();
  await send('sandbox_snapshot');
  await send('sandbox_mint', { address: '0x1', amount: 1 });
  expect(told()).toEqual([['chain_subscriptionNewTransaction', 'PRE_CONFIRMED']]);
  await send('sandbox_createBlock');
  expect(told().map(([method]) => method)).toEqual([
    'chain_subscriptionNewHeads',
    ...Array(3).fill('chain_subscriptionNewTransaction'),
  ]);
  await send('sandbox_revert', { snapshot_id: '0x1' });
  expect(told().map(([method]) => method)).toEqual(['chain_subscriptionReorg', 'chain_subscriptionReorg']);
  hub.close(session);
});
