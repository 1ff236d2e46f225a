import { config } from 'starknet';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { channel } from '../../src/starknet/index.ts';

let box: Sandbox;
beforeEach(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 1, stateArchiveCapacity: 'full' });
});
afterEach(async () => {
  vi.useRealTimers();
  await box.close();
});

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly result: { readonly block_number?: number } };
}

/** A socket that has subscribed, and what it gets. */
async function subscribe(method = 'starknet_subscribeNewHeads') {
  const messages: Message[] = [];
  const socket = new box.WebSocket('ws://box');
  await new Promise<void>((resolve) => {
    socket.onopen = () => socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }));
    socket.onmessage = ({ data }) => {
      messages.push(JSON.parse(data));
      resolve();
    };
  });
  const closed = new Promise<{ code: number; wasClean: boolean }>((resolve) =>
    socket.addEventListener('close', (event) => resolve(event as never)),
  );
  const numbers = () => messages.filter(({ method }) => method).map(({ params }) => params!.result.block_number);
  return { socket, messages, numbers, closed };
}

test('notifications are dropped and doubled where the rules say', async () => {
  const { numbers } = await subscribe();
  await box.faults.set([
    { fault: 'notification-dropped', at: 2 },
    { fault: 'notification-doubled', method: 'starknet_subscriptionNewHeads', at: 3 },
  ]);
  await box.blocks.mine(4);
  expect(numbers()).toEqual([1, 3, 3, 4]);
  expect((await box.faults.injected()).map(({ fault, on, at }) => [fault, on, at])).toEqual([
    ['notification-dropped', 'starknet_subscriptionNewHeads', 2],
    ['notification-doubled', 'starknet_subscriptionNewHeads', 3],
  ]);
});

test('a late notification comes after those that follow it', async () => {
  const { numbers } = await subscribe();
  await box.faults.set([{ fault: 'notification-late', milliseconds: 300, at: 1 }]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await box.blocks.mine(2);
  expect(numbers()).toEqual([2]);
  await vi.advanceTimersByTimeAsync(300);
  expect(numbers()).toEqual([2, 1]);
});

test('a missed reorganisation: the notification is dropped, and the blocks are others all the same', async () => {
  const { messages } = await subscribe();
  await box.blocks.mine(2);
  await box.faults.set([{ fault: 'notification-dropped', method: 'starknet_subscriptionReorg' }]);
  await box.blocks.abort(2);
  await box.blocks.mine();
  expect(messages.map(({ method }) => method).filter((method) => method === 'starknet_subscriptionReorg')).toEqual([]);
  expect((await box.faults.get()).total).toBe(1);
});

test('subscriptions under neutral names, and those of controls, are left alone', async () => {
  const { messages } = await subscribe('chain_subscribeNewHeads');
  await box.faults.set([{ fault: 'notification-dropped' }]);
  await box.blocks.mine(2);
  expect(messages).toHaveLength(3);
});

test('a socket that is cut says nothing, and starknet.js connects again', async () => {
  const { closed, numbers } = await subscribe();
  config.set('logLevel', 'OFF');
  const subscriptions = channel(box, { autoReconnect: true, reconnectOptions: { retries: 3, delay: 1 } });
  await subscriptions.waitForConnection();
  const heads = await subscriptions.subscribeNewHeads();
  const heard: number[] = [];
  heads.on(({ block_number }) => heard.push(block_number));
  await box.faults.set([{ fault: 'socket-cut', at: [1, 2] }]);
  await box.blocks.mine();
  expect(await closed).toMatchObject({ code: 1006, wasClean: false });
  expect(numbers()).toEqual([]);
  const hearsAgain = async () => {
    await box.blocks.mine();
    return heard.length;
  };
  await expect.poll(hearsAgain).toBeGreaterThan(0);
  expect(heard).not.toContain(1);
  subscriptions.disconnect();
});

test('whoever subscribes to faults hears of them and of changed rules, once for many and undisturbed', async () => {
  const { messages } = await subscribe('devnet_subscribeFaults');
  const told = () =>
    messages.filter(({ method }) => method === 'devnet_subscriptionFaults').map(({ params }) => params!.result);
  await box.faults.set([{ fault: 'unavailable', at: [1, 2] }, { fault: 'notification-dropped' }]);
  await expect.poll(told).toEqual([{ rules: 2, total: 0 }]);
  const requests = [1, 2, 3].map(() => box.request('starknet_chainId').catch(() => undefined));
  await Promise.all(requests);
  await expect.poll(() => told().at(-1)).toEqual({ rules: 2, total: 2 });
  await box.faults.clear();
  await expect.poll(() => told().at(-1)).toEqual({ rules: 0, total: 0 });
});

test('a fault knows which block was the newest', async () => {
  await box.faults.set([{ fault: 'unavailable', at: [1, 2] }]);
  const ask = () => box.request('starknet_chainId').catch(() => undefined);
  await ask();
  await box.blocks.mine(2);
  await ask();
  expect((await box.faults.injected()).map(({ block }) => block)).toEqual([0, 2]);
});
