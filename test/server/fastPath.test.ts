// The fast path and node:http get the same bytes and must answer with the same bytes.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fuzzHttp } from '../../fuzz/http.ts';
import type { Node } from '../../src/chain/node.ts';
import { transit } from '../../src/protocol/transit.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { readFastHead } from '../../src/server/fastPath/fastRequest.ts';
import { Log } from '../../src/server/log/log.ts';
import type { RunningServer, ServerOptions } from '../../src/server/server.ts';
import fc from '../support/properties.ts';
import { RawClient } from '../support/rawExchange.ts';
import { settledExchange } from '../support/settledExchange.ts';
import { testNode } from '../support/testNode.ts';
import { invoke, STRK } from '../support/wallet.ts';
import { testServer } from './testServer.ts';

const lines: string[] = [];
const log = new Log({
  format: 'text',
  level: 'info',
  bodies: { request: true, response: true },
  output: (text) => lines.push(text) > 0,
});
const running: RunningServer[] = [];

async function start(options: Partial<ServerOptions> = {}): Promise<number> {
  const server = await testServer(log, options);
  running.push(server);
  return server.port;
}

let ours = 0;
let definition = 0;
beforeAll(async () => {
  ours = await start();
  definition = await start({ fastPath: false });
});
afterAll(async () => {
  for (const server of running) await server.close();
});

const call = (method: string, id: unknown = 1) => JSON.stringify({ jsonrpc: '2.0', id, method });
const BODY = call('starknet_chainId');
const TYPE = 'content-type: application/json';
const LENGTH = `content-length: ${BODY.length}`;
const request = (body = BODY, ...headers: readonly string[]) =>
  `POST / HTTP/1.1\r\nhost: localhost\r\n${TYPE}\r\ncontent-length: ${Buffer.byteLength(body, 'latin1')}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n${body}`;

async function expectSame(...pieces: readonly string[]): Promise<string> {
  const [mine, theirs] = await Promise.all(
    [ours, definition].map((port) => settledExchange(port, pieces, { waits: true })),
  );
  expect(mine).toBe(theirs);
  return mine!;
}

describe('the fast path and node:http answer the same', () => {
  test('to a usual request, byte for byte', async () => {
    expect(await expectSame(request())).toBe(
      'HTTP/1.1 200 OK\r\ncontent-length: 58\r\ncontent-type: application/json\r\naccess-control-allow-origin: *\r\nvary: origin, access-control-request-method, access-control-request-headers\r\nDate: now\r\nConnection: keep-alive\r\nKeep-Alive: timeout=600\r\n\r\n{"jsonrpc":"2.0","id":1,"result":"0x534e5f5345504f4c4941"}',
    );
  });

  test.each([
    ['with an allowed origin', [request(BODY, 'origin: https://app.example')]],
    ['with a foreign origin', [request(BODY, 'origin: https://evil.example')]],
    ['with a foreign host', [request().replace('localhost', 'evil.example')]],
    ['with another content type', [request().replace('application/json', 'text/plain')]],
    ['that is too large', [request(' '.repeat(10_001))]],
    ['whose body is no JSON', [request('{')]],
    ['whose body is a batch', [request(`[${BODY},${BODY}]`)]],
    ['whose body and answer are not ASCII', [request(call('starknet_chainId', 'é').replace('é', '\xc3\xa9'))]],
    [
      'whose answer has characters of three and four bytes',
      [request(call('starknet_chainId', '\\u20ac\\ud83d\\ude00'))],
    ],
    ['whose body is not even UTF-8', [request(call('starknet_chainId', '\xff\xc3'))]],
    ['that takes the other path', [request().replace('POST /', 'POST /rpc')]],
    ['to a path with a version', [request(call('starknet_specVersion')).replace('POST /', 'POST /rpc/v0_9')]],
    ['to a path with our version', [request(call('starknet_specVersion')).replace('POST /', 'POST /v0_10')]],
    ['to a path with an unknown version', [request().replace('POST /', 'POST /rpc/v0_8')]],
    ['that keeps the connection', [request(BODY, 'connection: keep-alive')]],
    ['that ends the connection', [request(BODY, 'connection: close')]],
    ['of HTTP/1.0', [request().replace('1.1', '1.0')]],
    ['of HTTP/1.0 that keeps the connection', [request(BODY, 'connection: keep-alive').replace('1.1', '1.0')]],
    [
      'in chunks',
      [`POST / HTTP/1.1\r\nhost: a.localhost\r\n${TYPE}\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ],
    ['in chunks and with a length', [request(BODY, 'transfer-encoding: chunked')]],
    ['that expects to be told', [request(BODY, 'expect: 100-continue')]],
    ['that is a preflight', ['OPTIONS / HTTP/1.1\r\nhost: localhost\r\norigin: https://app.example\r\n\r\n']],
    ['that reads', ['GET /is_alive HTTP/1.1\r\nhost: localhost\r\n\r\n']],
    ['that asks for the head alone', ['HEAD /is_alive HTTP/1.1\r\nhost: localhost\r\n\r\n']],
    ['without a host', [`POST / HTTP/1.1\r\n${TYPE}\r\n${LENGTH}\r\n\r\n${BODY}`]],
    ['with two lengths', [request(BODY, LENGTH)]],
    ['with a head that is too long', [request(BODY, `x-a: ${'b'.repeat(20_000)}`)]],
    ['with a folded line', [request(BODY, 'x-a: b', ' c')]],
    ['that ends too early', [request().slice(0, -1)]],
    ['whose head ends too early', [request().slice(0, 40)]],
    ['whose body comes later', request().split(/(?<=\r\n\r\n)/)],
    ['in three pieces', [request().slice(0, -20), request().slice(-20, -10), request().slice(-10)]],
    ['whose head comes in two pieces', [request().slice(0, 30), request().slice(30)]],
    ['that ends too early, in two pieces', [request().slice(0, -20), request().slice(-20, -10)]],
    ['that comes again', [request(), request(), request(call('starknet_blockNumber'))]],
    [
      'that comes again longer, shorter and too long',
      [request(), request(`${BODY}  `), request('{}'), request(' '.repeat(10_001))],
    ],
    ['that comes again with a length that is none', [request(), request().replace(LENGTH, `${LENGTH}0`), request()]],
    ['that comes again from elsewhere', [request(), request(BODY, 'origin: https://evil.example'), request()]],
    ['that is followed by a read', [request(), 'GET /is_alive HTTP/1.1\r\nhost: localhost\r\n\r\n', request()]],
    ['that is followed by garbage', [request(), '\0\0\0']],
    [
      'that is followed by an upgrade',
      [request(), 'GET /nope HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
    ],
    ['and another at once', [request() + request(call('starknet_blockNumber', 2))]],
    ['and half of another', [request() + request().slice(0, 50), request().slice(50)]],
    [
      'whose body brings half of another',
      [request().slice(0, -20), request().slice(-20) + request().slice(0, 50), request().slice(50)],
    ],
    ['and an empty line', [`${request()}\r\n`]],
    ['and one character more', [`${request()}P`]],
    ['that is none', ['\r\n\r\n']],
    ['that is nothing', ['']],
  ])('to a request %s', async (_, pieces) => {
    await expectSame(...pieces);
  });

  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((found) => found[1]);
  const SOCKET =
    'GET /nope HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
  test.each([
    ['bytes that are no request', '\0\0\0', ['200', '200', '400']],
    ['a CONNECT', 'CONNECT localhost:1 HTTP/1.1\r\nhost: localhost\r\n\r\n', ['200', '200', '400']],
    ['a WebSocket that is refused', SOCKET, ['200', '200', '404']],
    ['a request after the last one', request(BODY, 'connection: close') + request(), ['200', '200', '200']],
  ])('to two requests with %s behind them, in their order', async (_, behind, expected) => {
    const text = request() + request() + behind;
    for (const pieces of [[text], [request(), request() + behind], [`${text.slice(0, 300)}`, text.slice(300)]])
      for (const waits of [true, false])
        for (const port of [ours, definition])
          expect(statuses(await settledExchange(port, pieces, { waits }))).toEqual(expected);
  });

  test('to random sequences of requests', async () => {
    // The seed is fixed, so that a change is tested with the same cases. `npm run fuzz` draws its own.
    const report = await fuzzHttp(400, 1);
    expect(report.failures).toEqual([]);
    expect(Object.keys(report.outcomes).length).toBeGreaterThan(10);
  });

  /** A chain of transactions that each transfer 99 times and pay a fee, which are 100 events. */
  async function chainOfEvents(transactions: number) {
    const node = await testNode();
    const { dispatcher } = new Hub(node);
    const [account] = node.accounts;
    const calls = Array(99).fill({ to: BigInt(STRK), entryPoint: 'transfer', calldata: [account!.address, 1n, 0n] });
    for (let nonce = 0; nonce < transactions; nonce++) {
      const params = invoke(account!, nonce, ...calls);
      const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'starknet_addInvokeTransaction', params });
      expect(await answerText(text, dispatcher)).toContain('transaction_hash');
    }
    return node;
  }
  let node: Promise<Node> | undefined;

  test.each([
    [300, 'whole'],
    [2000, 'piece by piece'],
  ])(
    'to a request for %i events, whose answer is long and sent %s, with characters of several bytes',
    async (count, how) => {
      node ??= chainOfEvents(20);
      const answers = await Promise.all(
        [{}, { fastPath: false }].map(async (options) => {
          const client = new RawClient(await start({ ...options, hub: new Hub(await node!) }));
          const filter = { filter: { chunk_size: count } };
          for (const [index, id] of ['1', '\\u20ac', '2'].entries()) {
            const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'starknet_getEvents', params: filter });
            client.send(request(body.replace('\\\\', '\\')));
            await client.answers(index + 1);
          }
          client.socket.end();
          return client.closed();
        }),
      );
      expect(answers[0]).toBe(answers[1]);
      const bodies = answers[0]!.split('\r\n\r\n').slice(1);
      expect(bodies.map((body) => body.match(/"event_index"/g)?.length)).toEqual([count, count, count]);
      expect(Buffer.from(bodies[1]!, 'latin1').toString()).toContain('"id":"€"');
      for (const { length } of bodies) expect(length > transit.answerPieceChars).toBe(how === 'piece by piece');
    },
  );

  const LINES = [
    TYPE,
    LENGTH,
    'origin: http://localhost',
    'Origin: https://evil.example',
    'host: evil.example',
    'Connection: keep-alive',
    'connection: close',
    'transfer-encoding: chunked',
    'expect: 100-continue',
    'upgrade: h2c',
    'user-agent: x',
    'x-a: b',
    'frobnicate: 1',
    'accept: */*',
  ];
  const edit = fc.oneof(
    fc.record({
      kind: fc.constant('line' as const),
      text: fc.constantFrom(...LINES).map((line) => `${line}\r\n`),
      at: fc.nat(),
    }),
    fc.record({
      kind: fc.constant('text' as const),
      text: fc.constantFrom('', ' ', '\t', '\r\n', '\n', '\r', ':', ',', '0', '1', 'x', '\0', '\xe9', '/'),
      at: fc.nat(),
      drop: fc.nat(2),
    }),
  );
  const odd = fc.tuple(fc.array(edit, { maxLength: 2 }), fc.array(fc.nat(), { maxLength: 2 }));

  test('to requests with random changes in random pieces', async () => {
    let usual = 0;
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(odd, async ([edits, cuts]) => {
        let text = request(BODY, 'accept: */*', 'Connection: keep-alive');
        for (const { at, ...change } of edits) {
          const starts = [...text.matchAll(/\r\n/g)].map(({ index }) => index + 2);
          const place = change.kind === 'line' ? (starts[at % starts.length] ?? 0) : at % text.length;
          text = text.slice(0, place) + change.text + text.slice(place + (change.kind === 'text' ? change.drop : 0));
        }
        if (typeof readFastHead(text) !== 'string') usual++;
        const places = [0, ...cuts.map((cut) => cut % text.length).sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, i) => text.slice(places[i], end));
        const answer = await expectSame(...pieces.filter((piece) => piece !== ''));
        if (answer.startsWith('HTTP/1.1 200')) answered++;
      }),
      { numRuns: 300 },
    );
    // Otherwise the test would only compare node:http with itself.
    expect(usual).toBeGreaterThan(60);
    expect(answered).toBeGreaterThan(60);
  });
});

describe('the log tells at debug level which path served a connection', () => {
  const debugLines: string[] = [];
  const counted: string[] = [];
  const debug = new Log({
    format: 'text',
    level: 'debug',
    bodies: { request: false, response: false },
    output: (text) => debugLines.push(...text.trimEnd().split('\n')) > 0,
  });
  const metrics = { connection: (path: string) => void counted.push(path) };

  async function linesOf(options: Partial<ServerOptions>, ...pieces: readonly string[]): Promise<string[]> {
    debugLines.length = 0;
    counted.length = 0;
    const server = await testServer(debug, { metrics, ...options });
    const client = new RawClient(server.port);
    for (const [i, piece] of pieces.entries()) {
      // Two requests that arrive together are pipelining, so each waits for the answer to the one before.
      await client.answers(i);
      client.send(piece);
    }
    client.socket.end();
    await client.closed();
    await server.close();
    debug.flush();
    return debugLines.filter((line) => line.includes('Connection served')).map((line) => line.replace(/^.*?: /, ''));
  }

  test('the fast path, once for all requests of a connection', async () => {
    expect(await linesOf({}, request(), request())).toEqual(['Connection served by the fast path']);
    expect(counted).toEqual(['fast path']);
  });

  test('node:http, with the reason', async () => {
    expect(await linesOf({}, request(BODY, 'frobnicate: 1'))).toEqual([
      'Connection served by node:http: the header frobnicate',
    ]);
    expect(counted).toEqual(['node:http']);
  });

  test('both, for a connection that is handed over later', async () => {
    expect(await linesOf({}, request(), 'GET /is_alive HTTP/1.1\r\nhost: localhost\r\n\r\n')).toEqual([
      'Connection served by the fast path',
      'Connection served by node:http: the request line "GET /is_alive HTTP/1.1"',
    ]);
    expect(counted).toEqual(['fast path', 'node:http']);
  });

  test.each([
    [request().replace('localhost', 'evil.example'), 'the host or the origin is not allowed'],
    [request().replace('application/json', 'text/plain'), 'the content type is not JSON'],
    [request(' '.repeat(10_001)), 'the body is larger than 10000 bytes'],
    [request() + request(), 'there are more bytes after the request (pipelining)'],
  ])('refusals and pipelining (%#)', async (text, reason) => {
    expect(await linesOf({}, text)).toEqual([`Connection served by node:http: ${reason}`]);
  });

  test('node:http, when the fast path is off', async () => {
    expect(await linesOf({ fastPath: false }, request())).toEqual([
      'Connection served by node:http: the fast path is off',
    ]);
  });
});
