import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Sandbox } from '../../src/index.ts';
import { readEverything } from '../support/readEverything.ts';
import { rpc } from '../support/server.ts';

/** The members of results that JSON-RPC 0.10.2 has and 0.9.0 has not. `transaction_index` is new in events alone. */
const NEWER =
  'event_commitment event_count event_index initial_reads last_update_block migrated_compiled_classes proof_facts ' +
  'receipt_commitment simulated_transactions state_diff_commitment state_diff_length transaction_commitment transaction_count';
const isNewer = new Set(NEWER.split(' '));

/** The names of all members of a value. */
function* namesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) yield name;
    yield* namesIn(member);
  }
}

let box: Sandbox;
let url: string;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 1, accounts: 2 });
  ({ url } = await box.listen());
  await box.mint(box.accounts[1]!.address, 5n);
});
afterAll(() => box.close());

/** Opens a socket, and collects what it receives. */
async function connect(path: string) {
  const socket = new WebSocket(url.replace('http', 'ws') + path);
  const received: Record<string, never>[] = [];
  socket.on('message', (data) => received.push(JSON.parse(String(data))));
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  const send = (method: string, params: unknown = {}) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: method, method, params }));
  return { socket, received, send };
}

describe('the path /rpc/v0_10', () => {
  test.each(['/rpc/v0_10', '/v0_10', '/rpc/v0_10_0', '/rpc/v0_10_2', '/rpc/v0_10/', '/v0_10_2/', '/rpc/'])(
    'answers as /rpc does, at %s too',
    async (path) => {
      expect(await rpc(url + path, 'starknet_specVersion')).toBe('0.10.2');
      const block = await rpc<object>(`${url}/rpc`, 'starknet_getBlockWithTxs', { block_id: 'latest' });
      expect(block).toHaveProperty('event_count');
      expect(await rpc(url + path, 'starknet_getBlockWithTxs', { block_id: 'latest' })).toEqual(block);
    },
  );

  // A header that the fast path leaves to node:http.
  test.each(['/rpc/', '/rpc/v0_10_2', '/rpc/v0_10_2/', '/rpc/v0_9/'])(
    'answers the same over node:http at %s',
    async (path) => {
      const headers = { 'content-type': 'application/json', expires: '0' };
      const body = '{"jsonrpc":"2.0","id":1,"method":"starknet_specVersion"}';
      const response = await fetch(url + path, { method: 'POST', headers, body });
      expect(((await response.json()) as { result: string }).result).toBe(path.includes('v0_9') ? '0.9.0' : '0.10.2');
    },
  );

  test('other paths may end with a slash too, and one that does not exist is 404 with it as without', async () => {
    expect((await fetch(`${url}/is_alive/`)).status).toBe(200);
    expect((await fetch(`${url}/nothing/`)).status).toBe(404);
  });

  test.each(['/ws/rpc/v0_10', '/ws/rpc/v0_10_2/', '/ws/'])('has forms for sockets, such as %s', async (path) => {
    const { socket, received, send } = await connect(path);
    send('starknet_specVersion');
    await expect.poll(() => received).toEqual([{ jsonrpc: '2.0', id: 'starknet_specVersion', result: '0.10.2' }]);
    socket.close();
  });
});

describe('the path /rpc/v0_9', () => {
  test('gives answers without the members that 0.10 added, for every method that reads', async () => {
    const ask = (path: string) => {
      const request = (method: string, params?: unknown) => rpc(url + path, method, params);
      return readEverything({ request, accounts: box.accounts } as unknown as Sandbox, {
        cells: [[box.accounts[0]!.address, '0x0']],
      });
    };
    const newer = await ask('/rpc');
    const older = await ask('/rpc/v0_9');
    const namesOf = (answers: readonly string[]) =>
      answers
        .filter((answer) => answer.startsWith('starknet_'))
        .flatMap((answer) => [...namesIn(JSON.parse(answer.slice(answer.indexOf(': {') + 2)))])
        .filter((name) => isNewer.has(name));
    expect(new Set(namesOf(newer)).size).toBeGreaterThan(7);
    expect(namesOf(older)).toEqual([]);
    expect(older.find((answer) => answer.startsWith('starknet_specVersion'))).toContain('"0.9.0"');
    expect(older).toHaveLength(newer.length);
  });

  test('has events without their indexes', async () => {
    const filter = { from_block: { block_number: 0 }, to_block: 'latest', chunk_size: 10 };
    const { events } = await rpc<{ events: object[] }>(`${url}/v0_9`, 'starknet_getEvents', { filter });
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) {
      expect(event).not.toHaveProperty('transaction_index');
      expect(event).toHaveProperty('transaction_hash');
    }
  });

  test('refuses parameters that 0.9 does not have', async () => {
    const params = { block_id: 'latest', response_flags: ['INCLUDE_PROOF_FACTS'] };
    await expect(rpc(`${url}/rpc/v0_9`, 'starknet_getBlockWithTxs', params)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('response_flags is not part of JSON-RPC 0.9.0'),
    });
    await rpc(`${url}/rpc`, 'starknet_getBlockWithTxs', params);
  });

  test('answers batches, and keeps the words of 0.9 in errors', async () => {
    const call = {
      request: { contract_address: box.accounts[0]!.address, entry_point_selector: '0x1', calldata: [] },
      block_id: 'latest',
    };
    const response = await fetch(`${url}/rpc/v0_9`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([
        { jsonrpc: '2.0', id: 1, method: 'starknet_specVersion' },
        { jsonrpc: '2.0', id: 2, method: 'starknet_call', params: call },
      ]),
    });
    expect(await response.json()).toMatchObject([
      { id: 1, result: '0.9.0' },
      { id: 2, error: { code: 21, message: 'Requested entrypoint does not exist in the contract' } },
    ]);
  });

  test('has a form for sockets, whose notifications are those of 0.9', async () => {
    const older = await connect('/ws/rpc/v0_9');
    const newer = await connect('/ws');
    for (const { send } of [older, newer]) {
      send('starknet_subscribeNewHeads');
      send('starknet_subscribeEvents');
    }
    const notifications = ({ received }: typeof older) =>
      received.filter(({ method }) => method).map(({ params }: { params?: { result: object } }) => params!.result);
    await expect.poll(() => older.received.filter(({ id }) => id)).toHaveLength(2);
    await expect.poll(() => newer.received.filter(({ id }) => id)).toHaveLength(2);
    await box.mint(box.accounts[1]!.address, 5n);
    for (const name of ['event_index', 'event_count'])
      await expect.poll(() => notifications(newer).filter((result) => name in result)).not.toEqual([]);
    await expect.poll(() => notifications(older).length).toBe(notifications(newer).length);
    const names = notifications(older).flatMap((result) => [...namesIn(result)]);
    expect(names.filter((name) => isNewer.has(name) || name === 'transaction_index')).toEqual([]);
    for (const { socket } of [older, newer]) socket.close();
  });
});

describe('a version that is not served', () => {
  test('is answered with a sentence', async () => {
    const response = await fetch(`${url}/rpc/v0_8`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"starknet_specVersion"}',
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32600,
        message: 'JSON-RPC 0.8 is not served here (/rpc/v0_8). Version 0.10.2 is at /rpc, 0.9.0 at /rpc/v0_9.',
      },
    });
    await expect(connect('/ws/rpc/v0_8')).rejects.toThrow('404');
  });
});
