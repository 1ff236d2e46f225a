// Connections that something else accepted: the fast path and node:http take them over.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Hub } from '../../src/sandbox/hub.ts';
import { FastPath } from '../../src/server/fastPath/fastPath.ts';
import { HttpServer } from '../../src/server/httpServer.ts';
import { Log } from '../../src/server/log/log.ts';
import { MemoryBudget } from '../../src/server/memoryBudget.ts';
import type { PendingRequest } from '../../src/server/pendingRequest.ts';
import { Timeouts } from '../../src/server/timeouts.ts';
import { RawClient } from '../support/rawExchange.ts';
import { call, pause, request } from '../support/rawRequest.ts';
import { testNode } from '../support/testNode.ts';

let closeListener: (() => Promise<void>) | undefined;
let clients: RawClient[] = [];

afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
  await closeListener?.();
});

function client(port: number): RawClient {
  const made = new RawClient(port);
  clients.push(made);
  return made;
}

const times = {
  access: { boundHost: '127.0.0.1', allowedHosts: [], allowedOrigins: [] },
  log: new Log({ format: 'text', level: 'error', bodies: { request: false, response: false }, output: () => true }),
  bodyLimitBytes: 10_000,
  memory: new MemoryBudget(2 ** 26),
  pending: new Timeouts<PendingRequest>(5000, (request) => request.timeOut()),
  requestMilliseconds: 5000,
  headersMilliseconds: 5000,
  keepAliveMilliseconds: 5000,
};

/** Accepts connections and passes them to a function. Returns the port. */
async function accept(take: (socket: Socket) => void, taker?: { close(): unknown }): Promise<number> {
  const listener = createServer({ allowHalfOpen: true }, take).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  closeListener = async () => {
    await taker?.close();
    listener.close();
  };
  return port;
}

describe('a connection on the fast path', () => {
  /** Connections for node:http are only counted, so a connection that ends here was ended by the fast path. */
  async function startFastPath(headersMilliseconds = 2000) {
    const hub = new Hub(await testNode());
    const handedOver: Socket[] = [];
    const path = new FastPath(
      { ...times, hub, headersMilliseconds, keepAliveMilliseconds: 0 },
      () => undefined,
      (socket) => handedOver.push(socket),
    );
    const port = await accept((socket) => path.take(socket));
    return { port, hub, handedOver };
  }

  test('is closed when it stays silent', async () => {
    const { port } = await startFastPath(60);
    expect(await client(port).closed()).toBe('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
  });

  test('is kept between requests for a limited time', async () => {
    const { port } = await startFastPath();
    const one = client(port);
    let begin = 0;
    for (let i = 1; i <= 3; i++) {
      begin = performance.now();
      one.send(request(call('starknet_chainId', i)));
      await one.answers(i);
      await pause(10);
    }
    await one.closed();
    expect(performance.now() - begin).toBeGreaterThan(700);
  });

  test('stops answering a client that does not read', async () => {
    const { port, hub } = await startFastPath();
    const answer = vi
      .spyOn(hub.dispatcher, 'answer')
      .mockResolvedValue({ jsonrpc: '2.0', id: 1, result: ' '.repeat(2 ** 24) });
    const deaf = client(port);
    deaf.socket.pause();
    for (let i = 0; i < 5; i++) {
      deaf.send(request(call('starknet_chainId', i)));
      await pause(30);
    }
    expect(answer).toHaveBeenCalledTimes(1);
    await pause(1200);
    expect(deaf.socket.destroyed).toBe(false);
  });

  test('goes to node:http for good with the first unusual request', async () => {
    const { port, handedOver } = await startFastPath();
    const one = client(port);
    one.send(request(call('starknet_chainId')));
    await one.answers(1);
    expect(handedOver).toHaveLength(0);
    const got: string[] = [];
    one.send('GET /other HTTP/1.1\r\nhost: localhost\r\n\r\n');
    while (handedOver.length === 0) await pause(5);
    handedOver[0]!.on('data', (bytes) => got.push(bytes.toString()));
    one.send(request(call('starknet_chainId')));
    while (got.length === 0) await pause(5);
    // This is longer than a connection on the fast path may be silent or idle.
    await pause(1200);
    expect(handedOver).toHaveLength(1);
    expect(got.join('')).toBe(request(call('starknet_chainId')));
    expect(one.socket.destroyed).toBe(false);
    handedOver[0]!.destroy();
  });
});

test('node:http times out slow requests on connections that it did not accept itself', async () => {
  const http = new HttpServer({ ...times, hub: new Hub(await testNode()), headersMilliseconds: 100 });
  const slow = client(await accept((socket) => http.take(socket), http));
  slow.send('GET /is_alive HTTP/1.1\r\nhost: local');
  // Without it, the connection stays open for ever.
  expect(await slow.closed()).toBe('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
});
