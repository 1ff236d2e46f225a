import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Hub } from '../../src/sandbox/hub.ts';
import { Log } from '../../src/server/log/log.ts';
import type { RunningServer, ServerOptions } from '../../src/server/server.ts';
import { exchange } from '../support/rawExchange.ts';
import { holdWrites, sealBlock, testNode } from '../support/testNode.ts';
import { testServer } from './testServer.ts';

const lines: string[] = [];
const log = new Log({
  format: 'text',
  level: 'info',
  bodies: { request: false, response: false },
  output: (text) => lines.push(text) > 0,
});
let server: RunningServer | undefined;
let fastPath = true;
const sockets: WebSocket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await server?.close();
  server = undefined;
});

async function start(options: Partial<ServerOptions> = {}): Promise<string> {
  server = await testServer(log, { fastPath, ...options });
  return `http://127.0.0.1:${server.port}`;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Makes a request with exactly these headers. `fetch` does not allow setting Host and Origin. */
function send(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method: options.method ?? 'GET', headers: options.headers ?? {} },
      (response) => {
        let body = '';
        response.on('data', (part) => (body += part));
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }));
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const callText = (name: string, params?: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params });
const post = (url: string, body: string, headers: Record<string, string> = JSON_TYPE) =>
  send(url, { method: 'POST', headers, body });

describe.each([true, false])('fast path: %s;', (isOn) => {
  beforeEach(() => {
    fastPath = isOn;
  });

  describe('routes', () => {
    test('answer as documented', async () => {
      const url = await start();
      expect(await send(`${url}/is_alive`)).toMatchObject({ status: 200, body: 'Alive!!!' });
      expect(await send(`${url}/is_alive`, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
      expect(await send(`${url}/is_alive`, { method: 'POST' })).toMatchObject({ status: 405, body: '' });
      expect(await send(`${url}/`)).toMatchObject({ status: 405, body: '', headers: { allow: 'POST' } });
      expect(await send(`${url}/nope`)).toMatchObject({ status: 404, body: '' });
      expect(await send(`${url}/ws`)).toMatchObject({ status: 400 });
      expect(JSON.parse((await send(`${url}/config`)).body)).toHaveProperty('server_config.timeout', 120);
      for (const path of ['/', '/rpc', '/?x=1'])
        expect(JSON.parse((await post(url + path, callText('starknet_specVersion'))).body).result).toBe('0.10.2');
    });

    test('require the content type of JSON', async () => {
      const url = await start();
      for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json'])
        expect((await post(url, callText('starknet_chainId'), { 'content-type': type })).body).toContain('result');
      for (const headers of [{}, { 'content-type': 'text/plain' }, { 'content-type': 'application/jsonp' }] as Record<
        string,
        string
      >[])
        expect((await post(url, callText('starknet_chainId'), headers)).body).toContain('Missing content type');
    });
  });

  describe('access', () => {
    const cases = [
      ['localhost:5050', undefined, true],
      ['evil.example', undefined, false],
      ['localhost', 'http://localhost:3000', true],
      ['localhost', 'https://app.example', true],
      ['localhost', 'https://evil.example', false],
      ['localhost', 'null', false],
      ['evil.example', 'http://localhost', false],
    ] as const;

    test.each(cases)('Host %s with Origin %s over HTTP: %s', async (host, origin, passes) => {
      const url = await start();
      const headers = { ...JSON_TYPE, host, ...(origin ? { origin } : {}) };
      const reply = await post(url, callText('starknet_chainId'), headers);
      expect(reply.status).toBe(passes ? 200 : 403);
      if (!passes) expect(reply.body).toMatch(/--allow-(host|origin)/);
      if (passes) expect(reply.headers['access-control-allow-origin']).toBe(origin ?? '*');
      const preflight = await send(url, { method: 'OPTIONS', headers: { host, ...(origin ? { origin } : {}) } });
      const isForeignPage = !passes && host === 'localhost';
      expect(preflight.status).toBe(passes || isForeignPage ? 200 : 403);
      if (passes) expect(preflight.headers).toMatchObject({ 'access-control-allow-methods': 'GET,POST' });
      // A foreign page may read why it is refused, so its preflight succeeds. A foreign name gets nothing.
      for (const { headers } of passes ? [] : [reply, preflight])
        expect(headers['access-control-allow-origin']).toBe(isForeignPage ? origin : undefined);
    });

    test('the preflight of a foreign page allows nothing but the request that is refused', async () => {
      const url = await start();
      const { headers, body } = await send(url, {
        method: 'OPTIONS',
        headers: {
          host: 'localhost',
          origin: 'https://evil.example',
          'access-control-request-headers': 'x-secret',
          'access-control-request-private-network': 'true',
        },
      });
      expect(headers['access-control-allow-headers']).toBe('content-type');
      expect(headers).not.toHaveProperty('access-control-allow-private-network');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(body).toBe('');
    });

    test('a request with two Host headers is a bad request, in either order', async () => {
      const port = Number(new URL(await start()).port);
      const good = 'host: localhost\r\n';
      const bad = 'host: evil.example\r\n';
      const body = callText('starknet_chainId');
      for (const hosts of [good + bad, bad + good, good + good, good + bad.toUpperCase()])
        for (const head of [
          `POST / HTTP/1.1\r\n${hosts}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
          `POST / HTTP/1.1\r\n${hosts}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
          `GET /is_alive HTTP/1.0\r\n${hosts}\r\n`,
          `GET /ws HTTP/1.1\r\n${hosts}connection: upgrade\r\nupgrade: websocket\r\n\r\n`,
        ])
          expect(await exchange(port, [head])).toMatch(
            /^HTTP\/1\.1 400 .*\r\n\r\nA request must not have more than one/s,
          );
    });

    test.each(cases)('Host %s with Origin %s over a socket: %s', async (host, origin, passes) => {
      const url = await start();
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
        headers: { host, ...(origin ? { origin } : {}) },
      });
      sockets.push(socket);
      const outcome = await new Promise((resolve) => {
        socket.on('open', () => resolve(101));
        socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
        socket.on('error', () => undefined);
      });
      expect(outcome).toBe(passes ? 101 : 403);
    });
  });

  describe('limits', () => {
    test('a body that is too large is refused, announced or not', async () => {
      const url = await start();
      const large = 'x'.repeat(10_001);
      expect(await post(url, large)).toMatchObject({
        status: 413,
        body: expect.stringContaining('--request-body-size-limit'),
      });
      const chunked = await post(url, large, { ...JSON_TYPE, 'transfer-encoding': 'chunked' });
      expect(chunked.status).toBe(413);
      expect((await post(url, callText('starknet_chainId'))).status).toBe(200);
    });

    test('a request that takes too long is answered 408 and changes nothing', async () => {
      const node = await testNode();
      const url = await start({ timeoutSeconds: 1, hub: new Hub(node) });
      const release = holdWrites(node);
      const slow = post(url, callText('devnet_createBlock'));
      const behind = post(url, callText('devnet_createBlock'));
      expect(await slow).toMatchObject({ status: 408, body: '' });
      expect((await behind).status).toBe(408);
      release();
      expect((await sealBlock(node)).number).toBe(1); // The others were removed from the queue.
      expect((await post(url, callText('starknet_blockNumber'))).status).toBe(200);
    });

    test('a body that arrives too slowly is refused', async () => {
      const url = await start({ timeoutSeconds: 1 });
      const { port } = new URL(url);
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          socket.write(
            'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
          );
        });
        let text = '';
        socket.on('data', (data) => (text += data));
        socket.on('close', () => resolve(text));
      });
      expect(answer).toContain('408');
    });

    test('the number of open sockets is limited', async () => {
      const url = await start({ maxSockets: 2 });
      const open = () => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
        sockets.push(socket);
        return new Promise((resolve) => {
          socket.on('open', () => resolve(101));
          socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
          socket.on('error', () => undefined);
        });
      };
      expect([await open(), await open(), await open()]).toEqual([101, 101, 503]);
    });

    test('garbage on the wire ends its connection, not the server', async () => {
      const url = await start();
      const { port } = new URL(url);
      for (const garbage of [
        '\0\0\0\0',
        'GET / HTTP/9.9\r\n\r\n',
        'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: -5\r\n\r\n',
      ])
        await new Promise<void>((resolve) => {
          const socket = connect(Number(port), '127.0.0.1', () => socket.end(garbage));
          socket.on('data', () => undefined);
          socket.on('error', () => resolve());
          socket.on('close', () => resolve());
        });
      expect((await send(`${url}/is_alive`)).status).toBe(200);
    });
  });
});

describe('a socket', () => {
  async function connected(url: string) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    sockets.push(socket);
    const messages: { id?: number; method?: string; error?: { code: number } }[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
    await new Promise((resolve) => socket.on('open', resolve));
    const until = async (count: number) => {
      while (messages.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
      return messages.splice(0);
    };
    return { socket, messages, until };
  }

  test('answers text and binary requests and batches, in order', async () => {
    const { socket, until } = await connected(await start());
    socket.send(callText('starknet_specVersion'));
    socket.send(Buffer.from(callText('starknet_chainId')));
    socket.send(`[${callText('starknet_specVersion')},${callText('starknet_subscribeNewHeads')}]`);
    socket.send('garbage');
    const [first, second, batch, error] = await until(4);
    expect(first).toMatchObject({ result: '0.10.2' });
    expect(second).toMatchObject({ result: '0x534e5f5345504f4c4941' });
    expect(batch).toMatchObject([{ result: '0.10.2' }, { error: { code: -32601 } }]);
    expect(error).toMatchObject({ id: null, error: { code: -32700 } });
  });

  test('is notified of its own change before the answer', async () => {
    const { socket, until } = await connected(await start());
    socket.send(callText('starknet_subscribeNewHeads'));
    await until(1);
    socket.send(callText('devnet_createBlock'));
    expect((await until(2)).map((message) => message.method ?? 'answer')).toEqual([
      'starknet_subscriptionNewHeads',
      'answer',
    ]);
  });

  test('that does not read is disconnected, and the others continue', async () => {
    const node = await testNode();
    const url = await start({ stallMilliseconds: 30, hub: new Hub(node) });
    const slow = await connected(url);
    const fast = await connected(url);
    for (let i = 0; i < 300; i++) slow.socket.send(callText('starknet_subscribeNewHeads'));
    await slow.until(300);
    fast.socket.send(callText('starknet_subscribeNewHeads'));
    await fast.until(1);
    slow.socket.pause();
    const closed = new Promise((resolve) => slow.socket.on('close', resolve));
    for (let i = 0; i < 60; i++) {
      await sealBlock(node);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await fast.until(60)).toHaveLength(60);
    slow.socket.resume();
    await closed;
    log.flush();
    expect(lines.join('')).toContain('output queue is full');
  });

  test('can get notifications of many past blocks at once and stays open', async () => {
    const node = await testNode();
    await node.write((draft) => draft.mine(1000, 0n));
    const { socket, until } = await connected(await start({ hub: new Hub(node) }));
    for (let i = 0; i < 3; i++) socket.send(callText('starknet_subscribeNewHeads', { block_id: { block_number: 0 } }));
    expect(await until(3006)).toHaveLength(3006);
    socket.send(callText('starknet_specVersion'));
    expect(await until(1)).toMatchObject([{ result: '0.10.2' }]);
  });

  test('whose message is too large is closed', async () => {
    const { socket } = await connected(await start());
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined);
    socket.send(Buffer.alloc(17 * 2 ** 20, 32));
    await closed;
  });
});
