// The life of a connection is the same whether the fast path or node:http serves it.
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Hub } from '../../src/sandbox/hub.ts';
import { Log } from '../../src/server/log/log.ts';
import type { RunningServer, ServerOptions } from '../../src/server/server.ts';
import { RawClient } from '../support/rawExchange.ts';
import { call, pause, request } from '../support/rawRequest.ts';
import { holdWrites, testNode } from '../support/testNode.ts';
import { testServer } from './testServer.ts';

let lines: string[] = [];
const log = new Log({
  format: 'text',
  level: 'info',
  bodies: { request: true, response: true },
  output: (text) => lines.push(text.replaceAll(/^\S+ +/gm, '')) > 0,
});
let server: RunningServer | undefined;
let clients: RawClient[] = [];
let fastPath = true;

beforeEach(() => {
  log.flush();
  lines = [];
});
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
  await server?.close();
  server = undefined;
});

async function start(options: Partial<ServerOptions> = {}): Promise<number> {
  server = await testServer(log, { bodyLimitBytes: 2 ** 26, fastPath, ...options });
  return server.port;
}

function client(port: number): RawClient {
  const made = new RawClient(port);
  clients.push(made);
  return made;
}

const idsOf = (answers: readonly string[]) => answers.map((answer) => JSON.parse(answer).id);

/** A hub whose writes wait until the test releases them. */
async function waitingHub() {
  const hub = new Hub(await testNode());
  return { hub, release: holdWrites(hub.node) };
}

describe.each([true, false])('fast path: %s;', (isOn) => {
  beforeEach(() => {
    fastPath = isOn;
  });

  test('answers have the order of the requests, even if requests are pipelined', async () => {
    const { hub, release } = await waitingHub();
    const one = client(await start({ hub }));
    one.send(request(call('devnet_createBlock', 1)));
    for (let id = 2; id <= 5; id++) {
      await pause(10);
      one.send(request(call('starknet_chainId', id)));
    }
    await pause(10);
    expect(one.text).toBe('');
    release();
    expect(idsOf(await one.answers(5))).toEqual([1, 2, 3, 4, 5]);
    one.send(request(call('starknet_chainId', 6)));
    expect(idsOf(await one.answers(6))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('a client that disconnects during a request does not disturb others', async () => {
    const { hub, release } = await waitingHub();
    const port = await start({ hub });
    for (const text of [request(call('devnet_createBlock')), request('{}').slice(0, -1), 'POST', '']) {
      for (const leave of ['end', 'destroy', 'resetAndDestroy'] as const) {
        const gone = client(port);
        await once(gone.socket, 'connect');
        gone.send(text);
        await pause(5);
        gone.socket[leave]();
        await gone.closed();
      }
    }
    release();
    const other = client(port);
    other.send(request(call('starknet_blockNumber')));
    await other.answers(1);
    log.flush();
    expect(lines.join('')).not.toContain('Failed');
  });

  test('a refusal ends the connection, even if the client keeps its side open', async () => {
    const port = await start();
    const upgrade = (path: string, host: string) =>
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    for (const [text, status] of [
      [upgrade('/ws', 'evil.example'), '403 Forbidden'],
      [upgrade('/elsewhere', 'localhost'), '404 Not Found'],
      ['NONSENSE\r\n\r\n', '400 Bad Request'],
    ] as const) {
      for (const more of ['', 'x']) {
        const one = client(port);
        one.socket.removeAllListeners('end');
        one.send(text);
        await pause(50);
        if (more) one.send(more);
        // If the client keeps its side open, only a reset or our own end closes the connection.
        const writing = setInterval(() => one.send('x'), 50);
        expect(await one.closed()).toContain(status);
        clearInterval(writing);
      }
    }
  });

  test('a request that takes too long gets an error, and its connection is closed', async () => {
    const { hub, release } = await waitingHub();
    const port = await start({ hub, timeoutSeconds: 1 });
    const told =
      'HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\naccess-control-allow-origin: *\r\nvary: origin, access-control-request-method, access-control-request-headers\r\nconnection: close\r\nDate: now\r\n\r\n';
    const answering = client(port);
    answering.send(request(call('devnet_createBlock')));
    const reading = client(port);
    reading.send(request('{}').slice(0, -1));
    const late = client(port);
    late.send(request(call('starknet_chainId')));
    await late.answers(1);
    late.send(request('{}').slice(0, -1));
    expect(await answering.closed()).toBe(told);
    expect(await reading.closed()).toBe(told);
    expect((await late.closed()).endsWith(told)).toBe(true);
    release();
  });

  test('each of many running requests has its own timeout', async () => {
    const { hub, release } = await waitingHub();
    const port = await start({ hub, timeoutSeconds: 0.3 });
    const begin = performance.now();
    const early = client(port);
    early.send(request(call('devnet_createBlock')));
    await pause(150);
    const late = client(port);
    late.send(request(call('devnet_createBlock')));
    await early.closed();
    expect(performance.now() - begin).toBeGreaterThan(290);
    await late.closed();
    expect(performance.now() - begin).toBeGreaterThan(440);
    release();
  });

  test('a slow reader gets all of a large answer, and then the next one', async () => {
    const port = await start();
    const slow = client(port);
    slow.socket.pause();
    const batch = Array.from({ length: 12 }, (_, i) => call('starknet_chainId', `${i}${'x'.repeat(2 ** 20)}`));
    slow.send(request(`[${batch.join(',')}]`));
    await pause(100);
    slow.send(request(call('starknet_chainId', 'next')));
    await pause(200);
    const other = client(port);
    other.send(request(call('starknet_chainId')));
    await other.answers(1);
    let text = '';
    slow.socket.on('data', (data) => (text += data.toString('latin1')));
    slow.socket.resume();
    while (!text.endsWith('{"jsonrpc":"2.0","id":"next","result":"0x534e5f5345504f4c4941"}')) await pause(5);
    const [first] = text.split('HTTP/1.1 200 OK').slice(1);
    const answers = JSON.parse(unchunked(first!.slice(first!.indexOf('\r\n\r\n') + 4)));
    expect(answers.map((answer: { id: string }) => answer.id.length)).toEqual(
      batch.map((_, i) => 2 ** 20 + String(i).length),
    );
  });

  test('a large body in many pieces is read completely', async () => {
    const one = client(await start());
    const text = request(call('starknet_chainId', 'x'.repeat(50_000)));
    for (let at = 0; at < text.length; at += 1013) {
      one.send(text.slice(at, at + 1013));
      await new Promise(setImmediate);
    }
    expect(idsOf(await one.answers(1))).toEqual(['x'.repeat(50_000)]);
  });

  test('closing the server closes every connection, whatever its state', async () => {
    const { hub, release } = await waitingHub();
    const port = await start({ hub });
    const silent = client(port);
    const idle = client(port);
    idle.send(request(call('starknet_chainId')));
    await idle.answers(1);
    const reading = client(port);
    reading.send(request('{}').slice(0, -1));
    const answering = client(port);
    answering.send(request(call('devnet_createBlock')));
    await pause(20);
    await server!.close();
    server = undefined;
    for (const one of [silent, idle, reading, answering]) await one.closed();
    release();
  });

  test('the number of connections is limited', async () => {
    const { hub, release } = await waitingHub();
    const port = await start({ hub, maxConnections: 2 });
    const [first, second] = [client(port), client(port)];
    for (const one of [first, second]) one!.send(request(call('devnet_createBlock')));
    await pause(50);
    const more = Array.from({ length: 5 }, () => client(port));
    for (const one of more) {
      one.send(request(call('starknet_chainId')));
      expect(await one.closed()).toMatch(
        /^HTTP\/1\.1 503 .*\r\n\r\nThere are 2 open connections, the most this server takes\./s,
      );
    }
    const crowd = Array.from({ length: 100 }, () => client(port));
    for (const one of crowd) await one.closed();
    log.flush();
    // There is one log line, however many connections are refused.
    expect(lines.join('').match(/were refused/g)).toHaveLength(1);
    first!.socket.destroy();
    // It takes a moment until the server knows.
    const answer = async () => {
      const another = client(port);
      another.send(request(call('starknet_chainId')));
      another.socket.end();
      return another.closed();
    };
    await expect.poll(answer).toContain('"result":');
    release();
  });

  test('idle connections make room for new ones, the longest idle first', async () => {
    const port = await start({ maxConnections: 4 });
    const asking = async () => {
      const one = client(port);
      one.send(request(call('starknet_chainId')));
      await one.answers(1);
      return one;
    };
    const first = await asking();
    for (let i = 0; i < 6; i++) await asking();
    const last = await asking();
    await first.closed();
    last.send(request(call('starknet_chainId', 2)));
    await last.answers(2);
  });

  test('an idle connection is kept for longer than a client computes', async () => {
    const one = client(await start());
    one.send(request(call('starknet_chainId')));
    await one.answers(1);
    const [, seconds] = /Keep-Alive: timeout=(\d+)/.exec(one.text)!;
    expect(Number(seconds)).toBeGreaterThanOrEqual(600);
  });

  test('a connection that has sent requests can become a WebSocket', async () => {
    const port = await start();
    const one = client(port);
    one.send(request(call('starknet_chainId')));
    await one.answers(1);
    one.socket.removeAllListeners('data');
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { createConnection: () => one.socket });
    await once(socket, 'open');
    socket.send(call('starknet_chainId', 2));
    expect(String((await once(socket, 'message'))[0])).toContain('"id":2');
    socket.terminate();
  });

  test('bodies are logged if the option is set', async () => {
    const one = client(await start());
    one.send(request(call('starknet_chainId')).replace('POST /', 'POST /rpc'));
    await one.answers(1);
    log.flush();
    expect(lines.join('')).toContain(
      `INFO request: /rpc ${call('starknet_chainId')}\nINFO response: {"jsonrpc":"2.0","id":1,"result":"0x534e5f5345504f4c4941"}\n`,
    );
  });

  test('an internal fault ends the connection and is logged', async () => {
    const hub = new Hub(await testNode());
    vi.spyOn(hub.dispatcher, 'answer').mockRejectedValue(new Error('out of ideas'));
    const one = client(await start({ hub }));
    one.send(request(call('starknet_chainId')));
    expect(await one.closed()).toBe('');
    log.flush();
    expect(lines.join('')).toContain('Failed to answer: Error: out of ideas');
  });
});

/** The body of an answer that came in chunks. */
function unchunked(text: string): string {
  let body = '';
  for (let at = 0; ; ) {
    const end = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, end), 16);
    if (size === 0) return body;
    body += text.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}

describe.each([true, false])('the memory for requests and answers, fast path: %s;', (fastPath) => {
  const memoryLimitBytes = 4 * 2 ** 20;

  test('a body that exceeds it is refused with a sentence, and other clients are served', async () => {
    const port = await start({ fastPath, memoryLimitBytes, timeoutSeconds: 100 });
    const holders = Array.from({ length: 3 }, () => client(port));
    const half = request('x'.repeat(4 * 2 ** 20));
    for (const holder of holders) holder.send(half.slice(0, half.length / 2));
    await vi.waitFor(
      () => expect(holders.map(({ text }) => text).join('')).toContain('503 Service Unavailable'),
      600_000,
    );
    expect(holders.map(({ text }) => text).join('')).toContain('--memory-limit');
    const other = client(port);
    other.send(request(call('starknet_chainId')));
    await other.answers(1);
  });

  test('a batch whose client does not read is not answered any further', async () => {
    let asked = 0;
    const node = await testNode();
    const hub = new Hub(node, { report: () => void asked++ });
    const port = await start({ fastPath, hub, timeoutSeconds: 100 });
    const deaf = client(port);
    deaf.socket.pause();
    const [account] = node.accounts;
    const question = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'starknet_getClassAt',
      params: ['latest', `0x${account!.address.toString(16)}`],
    });
    deaf.send(request(`[${Array(400).fill(question).join(',')}]`));
    await vi.waitFor(() => expect(asked).toBeGreaterThan(0), 600_000);
    // On a busy machine it takes a while until the socket's buffers are full.
    let before = -1;
    while (asked !== before) {
      before = asked;
      await pause(500);
    }
    expect(asked).toBeLessThan(300);
    deaf.socket.resume();
    await vi.waitFor(() => expect(asked).toBe(400), 600_000);
  });
});
