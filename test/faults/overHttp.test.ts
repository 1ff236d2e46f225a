import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type ListeningSandbox, Sandbox } from '../../src/index.ts';
import { account, provider } from '../../src/starknet/index.ts';
import { RawClient } from '../support/rawExchange.ts';
import { STRK } from '../support/wallet.ts';

const INVOKE = 'starknet_addInvokeTransaction';

let box: Sandbox;
let server: ListeningSandbox;
beforeEach(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2, stateArchiveCapacity: 'full' });
  server = await box.listen();
});
afterEach(() => box.close());

const bodyOf = (method: string, params: unknown = []) => JSON.stringify({ jsonrpc: '2.0', id: 5, method, params });
const post = (method: string, params?: unknown, signal?: AbortSignal) =>
  fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: bodyOf(method, params),
    signal: signal ?? null,
  });
const transfer = { contractAddress: STRK, entrypoint: 'transfer', calldata: ['0x99', '5', '0'] };
/** An account of starknet.js that sends over HTTP. */
const alice = () => {
  const { address, privateKey } = box.accounts[0]!;
  return account(server.url, { address, privateKey });
};

describe('over HTTP', () => {
  test('every answer has a header while there are faults, on a connection that was there before too', async () => {
    const client = new RawClient(server.port);
    const request = (method: string) => {
      const body = bodyOf(method);
      return `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    };
    client.send(request('starknet_chainId'));
    await client.answers(1);
    expect(client.text).not.toContain('x-starbox-fault');
    await box.faults.set([{ fault: 'lagging', blocks: 1, method: 'starknet_blockNumber' }]);
    client.send(request('starknet_chainId'));
    await client.answers(2);
    expect(client.text).toContain('x-starbox-fault: on\r\n');
    client.send(request('starknet_blockNumber'));
    await client.answers(3);
    expect(client.text).toContain('x-starbox-fault: lagging\r\n');
    client.socket.destroy();
  });

  test('429 and 503 come with Retry-After, and 504 after the effect', async () => {
    await box.faults.set([
      { fault: 'too-many-requests', method: 'starknet_chainId', at: 1, seconds: 2 },
      { fault: 'unavailable', method: 'starknet_chainId', at: 2 },
      { fault: 'answer-lost', method: INVOKE, at: 1 },
    ]);
    const [many, unavailable] = [await post('starknet_chainId'), await post('starknet_chainId')];
    expect([many.status, many.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await many.json()).toMatchObject({ id: 5, error: { code: 429, message: 'Too Many Requests' } });
    expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '1']);
    expect(unavailable.headers.get('x-starbox-fault')).toBe('unavailable');
    expect((await post('starknet_chainId')).status).toBe(200);
    await expect(alice().execute(transfer)).rejects.toThrow('Gateway Timeout');
    expect(await box.balanceOf('0x99')).toBe(5n);
  });

  test('a connection is cut before or after the effect', async () => {
    await box.faults.set([
      { fault: 'cut', method: INVOKE, at: 1 },
      { fault: 'cut', when: 'after', method: INVOKE, at: 2 },
    ]);
    await expect(alice().execute(transfer)).rejects.toThrow('fetch failed');
    expect(await box.balanceOf('0x99')).toBe(0n);
    await expect(alice().execute(transfer)).rejects.toThrow('fetch failed');
    expect(await box.balanceOf('0x99')).toBe(5n);
    expect((await box.faults.injected()).map(({ rule }) => rule)).toEqual([0, 1]);
  });

  test('a client that hears nothing gives up, or gets the error of a connection when the server ends', async () => {
    await box.faults.set([{ fault: 'answer-lost', silent: true }]);
    const controller = new AbortController();
    const given = post('starknet_chainId', [], controller.signal);
    await expect.poll(async () => (await box.faults.get()).total).toBe(1);
    controller.abort();
    await expect(given).rejects.toThrow('abort');
    const cut = expect(post('starknet_chainId')).rejects.toThrow('fetch failed');
    await expect.poll(async () => (await box.faults.get()).total).toBe(2);
    await server.close();
    await cut;
  });

  test('evicted, late and lagging requests are as in this process', async () => {
    await box.blocks.mine(2);
    await box.faults.set([
      { fault: 'evicted', at: 1 },
      { fault: 'delay', milliseconds: 5, method: 'starknet_chainId' },
      { fault: 'lagging', blocks: 1, method: 'starknet_blockNumber', at: 1 },
    ]);
    const rpc = provider(server.url);
    expect([await rpc.getBlockNumber(), await rpc.getBlockNumber()]).toEqual([1, 2]);
    const { transaction_hash } = await alice().execute(transfer);
    await expect(rpc.getTransactionStatus(transaction_hash)).rejects.toThrow('Transaction hash not found');
    expect((await post('starknet_chainId')).headers.get('x-starbox-fault')).toBe('delay');
  });

  test('control methods and other paths are never disturbed', async () => {
    await box.faults.set([{ fault: 'cut' }]);
    expect((await fetch(`${server.url}/is_alive`)).status).toBe(200);
    expect((await fetch(`${server.url}/predeployed_accounts`)).status).toBe(200);
    expect((await post('devnet_mint', { address: '0x99', amount: 5 })).status).toBe(200);
    expect((await post('sandbox_getFaults')).status).toBe(200);
    expect((await post('chain_blockNumber')).status).toBe(200);
    await expect(post('starknet_blockNumber')).rejects.toThrow('fetch failed');
  });
});

describe('over a WebSocket', () => {
  /** A socket with the messages that it got. */
  async function open() {
    const socket = new WebSocket(server.webSocketUrl);
    const messages: { id?: number; method?: string; result?: unknown; error?: { code: number } }[] = [];
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    await once(socket, 'open');
    const ask = async (method: string, params: unknown = []) => {
      socket.send(bodyOf(method, params));
      const { length } = messages;
      await expect.poll(() => messages.length).toBeGreaterThan(length);
      return messages.at(-1)!;
    };
    return { socket, messages, ask };
  }

  test('refusals are errors with the number of the status, and a lost answer is silence', async () => {
    const { socket, messages, ask } = await open();
    await box.faults.set([
      { fault: 'too-many-requests', at: 1 },
      { fault: 'answer-lost', at: 2 },
      { fault: 'delay', milliseconds: 5, at: 3 },
    ]);
    expect((await ask('starknet_chainId')).error).toMatchObject({ code: 429 });
    socket.send(bodyOf('starknet_chainId'));
    expect((await ask('starknet_blockNumber')).result).toBe(0);
    expect(messages).toHaveLength(2);
    socket.terminate();
  });

  test('a cut ends the socket without a word', async () => {
    const { socket } = await open();
    await box.faults.set([{ fault: 'cut', at: 1 }]);
    socket.send(bodyOf('starknet_chainId'));
    const [code] = await once(socket, 'close');
    expect(code).toBe(1006);
  });

  test('a socket is cut in place of a notification', async () => {
    const { socket, messages, ask } = await open();
    await ask('starknet_subscribeNewHeads');
    await box.faults.set([{ fault: 'socket-cut', at: 2 }]);
    await box.blocks.mine(3);
    const [code] = await once(socket, 'close');
    expect(code).toBe(1006);
    expect(messages.filter(({ method }) => method).length).toBeLessThan(2);
  });
});
