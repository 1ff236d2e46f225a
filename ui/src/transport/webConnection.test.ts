import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionFailure, RpcFailure } from './connection.ts';
import { WebConnection } from './webConnection.ts';

/** The sockets that were opened, as the other side sees them. */
let sockets: FakeSocket[] = [];

class FakeSocket {
  static readonly OPEN = 1;
  readonly url: string;
  readonly sent: { id: number; method: string; params: unknown }[] = [];
  readyState = 0;
  onopen = (): void => undefined;
  onclose = (): void => undefined;
  onmessage = (_event: { data: string }): void => undefined;

  constructor(url: string) {
    this.url = url;
    sockets.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  lose(): void {
    this.readyState = 3;
    this.onclose();
  }

  say(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  sockets = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a request', () => {
  const answering = (answer: () => Response | Promise<Response>) => {
    const asked = vi.fn((_url: string, _options: RequestInit) => Promise.resolve().then(answer));
    vi.stubGlobal('fetch', asked);
    return asked;
  };

  test('ends with its signal', async () => {
    const asked = answering(() => new Response('{"jsonrpc":"2.0","id":1,"result":1}'));
    const { signal } = new AbortController();
    await new WebConnection('http://127.0.0.1:5050').request('chain_blockNumber', undefined, signal);
    expect(asked.mock.calls[0]![1].signal).toBe(signal);
  });

  test('goes to /rpc of the node, and its result comes back with all digits', async () => {
    const asked = answering(() => new Response('{"jsonrpc":"2.0","id":1,"result":18446744073709551615}'));
    const connection = new WebConnection('http://127.0.0.1:5050/box/ab/');
    expect(await connection.request('m', { a: 1 })).toBe(18446744073709551615n);
    const [url, options] = asked.mock.calls[0]!;
    expect(url).toBe('http://127.0.0.1:5050/box/ab/rpc');
    expect(options).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(String(options.body))).toEqual({ jsonrpc: '2.0', id: 1, method: 'm', params: { a: 1 } });
  });

  test('fails with what the node says', async () => {
    answering(() => new Response('{"jsonrpc":"2.0","id":1,"error":{"code":24,"message":"Block not found"}}'));
    const failure = new WebConnection('http://x').request('m');
    await expect(failure).rejects.toBeInstanceOf(RpcFailure);
    await expect(failure).rejects.toMatchObject({ code: 24, message: 'Block not found' });
  });

  test.each([
    ['refuses it', () => new Response(' Too many requests \n', { status: 429 }), 'Too many requests'],
    ['refuses it silently', () => new Response('', { status: 502 }), 'The node answered with status 502.'],
    ['cannot be reached', () => Promise.reject(new TypeError('x')), 'The node at http://x does not answer.'],
  ])('fails as a matter of the connection if the node %s', async (_, answer, message) => {
    answering(answer);
    const failure = new WebConnection('http://x').request('m');
    await expect(failure).rejects.toBeInstanceOf(ConnectionFailure);
    await expect(failure).rejects.toThrow(message);
  });
});

describe('subscriptions', () => {
  const subscribed = () => {
    const connection = new WebConnection('https://node.example');
    const heard: unknown[] = [];
    const stop = connection.subscribe('starknet_subscribeNewHeads', { a: 1 }, (...args) => heard.push(args));
    return { connection, heard, stop };
  };
  const notification = (subscription_id: string, result: unknown) => ({
    method: 'starknet_subscriptionNewHeads',
    params: { subscription_id, result },
  });

  test('begin when the socket is open, and each hears its own notifications', () => {
    const { heard } = subscribed();
    const [socket] = sockets as [FakeSocket];
    expect(socket.url).toBe('wss://node.example/ws');
    expect(socket.sent).toEqual([]);
    socket.accept();
    expect(socket.sent).toMatchObject([{ id: 1, method: 'starknet_subscribeNewHeads', params: { a: 1 } }]);
    socket.say({ id: 1, result: '7' });
    socket.say(notification('7', { number: 3 }));
    socket.say(notification('8', { number: 4 }));
    expect(heard).toEqual([['starknet_subscriptionNewHeads', { number: 3 }]]);
  });

  test('begin again on a new socket, whose ids are its own', () => {
    const { heard } = subscribed();
    sockets[0]!.accept();
    sockets[0]!.say({ id: 1, result: '7' });
    sockets[0]!.lose();
    vi.advanceTimersByTime(250);
    sockets[1]!.accept();
    expect(sockets[1]!.sent).toMatchObject([{ id: 1, method: 'starknet_subscribeNewHeads' }]);
    sockets[1]!.say({ id: 1, result: '9' });
    sockets[1]!.say(notification('7', 'of the old socket'));
    sockets[1]!.say(notification('9', 'new'));
    expect(heard).toEqual([['starknet_subscriptionNewHeads', 'new']]);
  });

  test('that end are ended at the node too', () => {
    const { heard, stop } = subscribed();
    const [socket] = sockets as [FakeSocket];
    socket.accept();
    socket.say({ id: 1, result: '7' });
    stop();
    expect(socket.sent.at(-1)).toMatchObject({ method: 'chain_unsubscribe', params: { subscription_id: '7' } });
    socket.say(notification('7', 'late'));
    expect(heard).toEqual([]);
  });

  test('are told how the connection is: it is open when the node has confirmed all of them', () => {
    const { connection } = subscribed();
    connection.subscribe('starknet_subscribeEvents', {}, () => undefined);
    const seen: string[] = [];
    const stop = connection.onStatus((status) => seen.push(status));
    sockets[0]!.accept();
    sockets[0]!.say({ id: 1, result: '7' });
    expect(connection.status).toBe('connecting');
    sockets[0]!.say({ id: 2, error: { code: -32601, message: 'Method not found' } });
    expect(connection.status).toBe('open');
    sockets[0]!.lose();
    stop();
    vi.advanceTimersByTime(250);
    sockets[1]!.accept();
    expect(connection.status).toBe('lost');
    for (const id of [1, 2]) sockets[1]!.say({ id, result: String(id) });
    expect(seen).toEqual(['open', 'lost']);
    expect(connection.status).toBe('open');
  });

  test('a connection without any is open with its socket', () => {
    const connection = new WebConnection('http://127.0.0.1:5050');
    sockets.at(-1)!.accept();
    expect(connection.status).toBe('open');
  });

  test('wait longer after each attempt that fails, at most 4 s, and briefly again after one that succeeds', () => {
    subscribed();
    const pauses: number[] = [];
    const fail = () => {
      sockets.at(-1)!.lose();
      const opened = sockets.length;
      let pause = 0;
      for (; sockets.length === opened && pause < 20_000; pause += 250) vi.advanceTimersByTime(250);
      pauses.push(pause);
    };
    for (let i = 0; i < 6; i++) fail();
    sockets.at(-1)!.accept();
    fail();
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 250]);
  });
});
