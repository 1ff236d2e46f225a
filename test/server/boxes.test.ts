import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Sandbox } from '../../src/index.ts';
import { defaultRestricted } from '../../src/rpc/method.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { exchange } from '../support/rawExchange.ts';
import { type BoxServerOptions, boxServer } from './boxServer.ts';

let server: Awaited<ReturnType<typeof boxServer>>;
const sockets: WebSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await server.close();
});
const start = async (options?: BoxServerOptions) => (server = await boxServer(options));

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const blockNumber = (path?: string) => server.call<number>('starknet_blockNumber', undefined, path);

const waitUntil = (isTrue: () => boolean) => expect.poll(isTrue, { interval: 10 }).toBe(true);

/** A WebSocket, with the messages it has received. */
async function connect(path: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`);
  sockets.push(socket);
  const messages: { method?: string; result?: unknown }[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const send = async (method: string, params?: unknown) => {
    const before = messages.length;
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    await waitUntil(() => messages.slice(before).some((message) => 'result' in message || 'error' in message));
    return messages.slice(before).find((message) => 'result' in message)?.result;
  };
  return { socket, messages, closed, send };
}

/** The status and the text of a GET request to a path that is sent as it is. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    request({ port: server.port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (data) => (text += data));
      response.on('end', () => resolve({ status: response.statusCode!, text }));
    })
      .on('error', reject)
      .end();
  });

const post = (port: number, path: string, body: string) =>
  exchange(port, [
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  ]);

const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;

describe('a box', () => {
  test.each([true, false])('is a chain of its own over HTTP, with the fast path: %s', async (fastPath) => {
    const { call, create } = await start({ fastPath });
    await call('devnet_mine', { blocks: 3 });
    const [first, second] = [await create(), await create({})];
    expect(first).toEqual({ box_id: expect.stringMatching(/^[0-9a-f]{32}$/), path: `/box/${first.box_id}` });
    await call('devnet_mine', { blocks: 5 }, first.path);
    await call('sandbox_mine', { blocks: 1 }, `${second.path}/rpc`);
    await call('devnet_mint', { address: '0x77', amount: 5 }, `${second.path}/`);
    expect([await blockNumber(), await blockNumber(first.path), await blockNumber(second.path)]).toEqual([3, 8, 5]);
    const balance = (path?: string) =>
      call<{ amount: string }>('devnet_getAccountBalance', { address: '0x77' }, path).then(({ amount }) => amount);
    expect([await balance(), await balance(first.path), await balance(second.path)]).toEqual(['0', '0', '5']);
  });

  test('serves the plain routes below its path', async () => {
    const { url, create, call } = await start();
    const { path } = await create();
    expect(await get(`${path}/is_alive`)).toEqual({ status: 200, text: 'Alive!!!' });
    expect(JSON.parse((await get(`${path}/predeployed_accounts?with_balance=true`)).text)).toHaveLength(1);
    const minted = await fetch(`${url}${path}/mint`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"address":"0x1","amount":5}',
    });
    expect(await minted.json()).toMatchObject({ new_balance: '5' });
    expect([await blockNumber(path), await blockNumber()]).toEqual([1, 0]);
    expect((await get(path)).status).toBe(405);
    expect((await get(`${path}/other`)).status).toBe(404);
    expect((await get(`${path}${path}`)).status).toBe(404);
    expect(await call('devnet_getBoxes')).toMatchObject({ boxes: [{ path, block_number: 1 }] });
  });

  test('notifies only its own subscribers', async () => {
    const { call, create } = await start();
    const [first, second] = [await create(), await create()];
    const clients = await Promise.all(['', first.path, second.path].map((path) => connect(`${path}/ws`)));
    for (const { send } of clients) await send('starknet_subscribeNewHeads');
    const heads = () => clients.map(({ messages }) => messages.filter(({ method }) => method).length);
    // Each hears of the latest block first.
    await pause(100);
    const before = heads();
    await call('devnet_mine', { blocks: 2 }, first.path);
    expect(await clients[1]!.send('starknet_blockNumber')).toBe(2);
    await clients[2]!.send('devnet_createBlock');
    await waitUntil(() => heads()[2]! - before[2]! === 1);
    expect(heads().map((count, i) => count - before[i]!)).toEqual([0, 2, 1]);
    expect(await clients[0]!.send('starknet_blockNumber')).toBe(0);
  });

  test('can begin with a snapshot, which stays as it is', async () => {
    const { call, create } = await start();
    await call('devnet_mine', { blocks: 2 });
    const snapshot_id = await call<string>('devnet_snapshot');
    await call('devnet_mine', { blocks: 2 });
    const [first, second] = [await create({ snapshot_id }), await create({ snapshot_id })];
    await call('devnet_mine', {}, first.path);
    expect([await blockNumber(first.path), await blockNumber(second.path), await blockNumber()]).toEqual([3, 2, 4]);
    expect(await call('devnet_revert', { snapshot_id }, first.path)).toBe(true);
    expect(await call('devnet_revert', { snapshot_id })).toBe(true);
    await expect(create({ snapshot_id })).rejects.toThrow('There is no snapshot 0x1');
    await expect(create({ snapshot_id: 'x' })).rejects.toMatchObject({ code: -32602 });
  });

  test('can create boxes of its own chain', async () => {
    const { call, create } = await start();
    const outer = await create();
    await call('devnet_mine', { blocks: 2 }, outer.path);
    const inner = await create(undefined, outer.path);
    await call('devnet_dropBox', { box_id: outer.box_id });
    expect(await blockNumber(inner.path)).toBe(2);
  });

  test('keeps its journal apart', async () => {
    const { call, create } = await start({ config: { journal: true }, server: { dumpOn: 'request' } });
    await call('devnet_mint', { address: '0x1', amount: 1 });
    const { path, box_id } = await create();
    await call('devnet_mint', { address: '0x1', amount: 2 }, path);
    expect(await call('devnet_dump', undefined, path)).toHaveLength(2);
    await call('devnet_getBoxes');
    await call('devnet_dropBox', { box_id });
    expect(await call('devnet_dump')).toMatchObject([{ method: 'devnet_mint' }]);
  });

  test('is not created by loading a dump', async () => {
    const { call } = await start();
    const events = [{ jsonrpc: '2.0', id: 1, method: 'devnet_createBox', params: {} }];
    await expect(call('devnet_load', { events })).rejects.toThrow(
      'There are no boxes here: a dump cannot create or drop them.',
    );
    expect(server.boxes.count).toBe(0);
  });
});

describe('dropBox', () => {
  test('ends a box: its path is 404 with a sentence, its sockets are closed', async () => {
    const { call, create, url } = await start();
    const { box_id, path } = await create();
    const { closed, send } = await connect(`${path}/ws`);
    await send('starknet_subscribeNewHeads');
    expect(server.subscriptionTotals.count).toBe(1);
    expect(await call('sandbox_dropBox', { box_id })).toBe(true);
    expect(await closed).toBe(1001);
    await waitUntil(() => server.subscriptionTotals.count === 0);
    expect(await call('sandbox_dropBox', { box_id })).toBe(false);
    for (const each of [path, `${path}/rpc`, `${path}/is_alive`]) {
      const answer = await fetch(url + each, { method: 'POST', headers: { 'content-type': 'application/json' } });
      expect(answer.status).toBe(404);
      expect(await answer.text()).toMatch(/^There is no such box\./);
    }
    await expect(connect(`${path}/ws`)).rejects.toThrow('404');
    expect(await blockNumber()).toBe(0);
  });

  test.each([true, false])('cuts what is running, with the fast path: %s', async (fastPath) => {
    const { call, create, url } = await start({ fastPath });
    const { box_id, path } = await create();
    const { closed, socket } = await connect(`${path}/ws`);
    const mine = Array.from({ length: 30 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'devnet_mine',
      params: { blocks: 10_000 },
    }));
    socket.send(JSON.stringify(mine[0]));
    const running = fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(mine),
    }).then(
      () => 'answered',
      () => 'cut',
    );
    await waitUntil(() => server.boxes.find(box_id)?.clientCount === 2);
    const box = server.boxes.find(box_id)!;
    await call('devnet_dropBox', { box_id });
    expect([await running, await closed]).toEqual(['cut', 1001]);
    await waitUntil(() => box.clientCount === 0);
    const height = box.node.chain.latest.number;
    await pause(100);
    expect(box.node.chain.latest.number).toBe(height);
    expect(server.logged()).not.toMatch(/ERROR/);
  });

  test.each([true, false])('answers a client that drops its own box, with the fast path: %s', async (fastPath) => {
    const { call, create } = await start({ fastPath });
    const { box_id, path } = await create();
    expect(await call('devnet_dropBox', { box_id }, path)).toBe(true);
    const other = await create();
    const { send, closed } = await connect(`${other.path}/ws`);
    expect(await send('devnet_dropBox', { box_id: other.box_id })).toBe(true);
    expect(await closed).toBe(1001);
    expect(server.boxes.count).toBe(0);
  });

  test('stops the blocks of an interval', async () => {
    const { call, create } = await start();
    const { box_id, path } = await create();
    await call('devnet_setBlockMode', { mode: 1 }, path);
    const { node } = server.boxes.find(box_id)!;
    await call('devnet_dropBox', { box_id });
    await pause(1200);
    expect(node.chain.latest.number).toBe(0);
  });
});

describe('limits of boxes', () => {
  test('there are at most as many as the server takes, and dropping one makes room', async () => {
    const { call, create } = await start({ most: 2 });
    const { box_id, path } = await create();
    await create();
    const full = 'There are 2 boxes, the most this server takes. End one with devnet_dropBox, or start with a larger';
    await expect(create()).rejects.toMatchObject({ code: -1, message: expect.stringContaining(full) });
    await expect(create(undefined, path)).rejects.toThrow(full);
    await expect(call('sandbox_createBox')).rejects.toThrow('End one with sandbox_dropBox');
    await call('devnet_dropBox', { box_id });
    await create();
    expect(await call('devnet_getBoxes')).toMatchObject({ max_boxes: 2, boxes: [{}, {}] });
  });

  test('one that nobody uses is dropped after the timeout, and the log says so', async () => {
    const { create, call } = await start({ idleSeconds: 3 });
    const [idle, used, open] = [await create(), await create(), await create()];
    await connect(`${open.path}/ws`);
    for (let i = 0; server.boxes.find(idle.box_id); i++) {
      await pause(100);
      await (i % 2 ? blockNumber(used.path) : get(`${used.path}/is_alive`));
    }
    const { boxes } = await call<{ boxes: { box_id: string; clients: number }[] }>('devnet_getBoxes');
    expect(boxes.map(({ box_id, clients }) => [box_id, clients])).toEqual([
      [used.box_id, 0],
      [open.box_id, 1],
    ]);
    expect((await get(idle.path)).status).toBe(404);
    expect(server.logged()).toContain(`The box ${idle.box_id} was dropped: it was not used for 3 s.`);
    for (const socket of sockets.splice(0)) socket.terminate();
    await waitUntil(() => server.boxes.count === 0);
  });

  test('the default list of --restrictive-mode forbids all three methods, in both dialects', async () => {
    const { call } = await start({ server: { restrictedMethods: defaultRestricted(methods) } });
    for (const name of ['createBox', 'dropBox', 'getBoxes'])
      for (const dialect of ['devnet', 'sandbox'])
        await expect(call(`${dialect}_${name}`, name === 'dropBox' ? { box_id: '' } : {})).rejects.toMatchObject({
          code: -32604,
        });
    expect(server.boxes.count).toBe(0);
  });

  test('a hostile id finds nothing', async () => {
    const { port, create, call } = await start();
    const { box_id, path } = await create();
    const paths = [
      '/box',
      '/box/',
      '/box//',
      `/box/${'f'.repeat(32)}`,
      `/box/${'a'.repeat(7000)}`,
      `/box/${'a'.repeat(12_000)}`,
      `/box/${box_id.toUpperCase().replace(/\d/g, 'A')}`,
      `/box/${box_id}x`,
      `/box/${box_id.slice(1)}`,
      `/box/%2e%2e/${box_id}`,
      `/box%2f${box_id}`,
      `/box/${box_id}%2frpc`,
      `/box/../box/${box_id}`,
      `/box/./${box_id}`,
      `//box/${box_id}`,
      `/box/${box_id}//`,
      `/box/${box_id}/../`,
      `/box/${box_id}/box/${box_id}`,
      `/box/__proto__`,
      `/box/constructor`,
      `/box/${box_id};x`,
      `/box/${box_id}#x`,
    ];
    for (const each of paths) {
      const answer = await post(port, each, '{"jsonrpc":"2.0","id":1,"method":"devnet_createBlock"}');
      expect([each, answer.slice(0, 12)]).toEqual([each, expect.stringMatching(/^HTTP\/1\.1 40[045]$/)]);
      const upgraded = await exchange(port, [upgrade(`${each}/ws`)]);
      expect([each, upgraded.slice(0, 12)]).toEqual([each, expect.stringMatching(/^HTTP\/1\.1 40[04]$/)]);
    }
    for (const box_id of ['', '../..', 'x'.repeat(4096), '__proto__'])
      expect(await call('devnet_dropBox', { box_id })).toBe(false);
    for (const box_id of [null, 5, {}, [], 'x'.repeat(100_000)])
      await expect(call('devnet_dropBox', { box_id })).rejects.toMatchObject({ code: -32602 });
    expect([await blockNumber(), await blockNumber(path)]).toEqual([0, 0]);
  });

  test('foreign hosts and origins get nothing from a box', async () => {
    const { create } = await start();
    const { path } = await create();
    for (const headers of [{ host: 'evil.example' }, { origin: 'https://evil.example' }] as Record<string, string>[]) {
      expect((await get(`${path}/is_alive`, headers)).status).toBe(403);
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}/ws`, { headers });
      await expect(new Promise((_, reject) => socket.once('error', reject))).rejects.toThrow('403');
    }
    const body = '{"jsonrpc":"2.0","id":1,"method":"devnet_createBlock"}';
    const answer = await exchange(server.port, [
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\norigin: https://evil.example\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 403/);
    expect(await blockNumber(path)).toBe(0);
  });
});

test('the library has no boxes and says what to use', async () => {
  await start();
  await using box = await Sandbox.create({ accounts: 1 });
  for (const name of ['devnet_createBox', 'sandbox_getBoxes'])
    await expect(box.request<unknown>(name)).rejects.toThrow('There are no boxes here: box.clone() makes a sandbox');
});
