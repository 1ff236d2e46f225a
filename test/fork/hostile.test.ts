import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FetchLike } from '../../src/fork/transport.ts';
import type { Sandbox } from '../../src/index.ts';
import { Metrics } from '../../src/server/metrics/metrics.ts';
import { busyOrigin, EXERCISER, forkOf, outcome, URL } from '../support/fork/chains.ts';
import { answer, faultyOrigin, fork } from '../support/fork/faultyOrigin.ts';
import { hex, STRK, Wallet } from '../support/fork/wallet.ts';

let origin: Sandbox;
beforeAll(async () => {
  origin = await busyOrigin(6);
});
afterAll(() => origin.close());

const cell = (key: number) => [hex(EXERCISER), hex(BigInt(key)), 'latest'];

describe('an origin that is busy', () => {
  test('gets a few retries after pauses', async () => {
    const way = faultyOrigin(origin);
    const box = await fork({ fetch: way.fetch });
    let failures = 2;
    way.instead = async (body) =>
      failures-- > 0 ? answer('', 429, { 'retry-after': '2' }) : origin.fetch(URL, { body });
    expect(await box.ask('starknet_getStorageAt', cell(1))).toHaveProperty('result');
    expect(box.pauses).toEqual([2000, 2000]);
    expect(box.warnings[0]).toContain('429 Too Many Requests');
    expect(box.node.chain.origin!.counts).toMatchObject({ retries: 2 });
    way.instead = async () => answer('', 503);
    way.calls = 0;
    expect(await box.ask('starknet_getStorageAt', cell(2))).toMatchObject({
      error: {
        code: -1,
        message: expect.stringContaining(
          'Failed to read from state: Error in communication with forking origin: 503 Service Unavailable',
        ),
      },
    });
    expect(way.calls).toBe(4);
    expect(await box.ask('starknet_getBlockWithTxs', [{ block_number: 1 }])).toMatchObject({
      error: { code: -32603, message: expect.stringContaining('Error in interacting with origin: HTTP 503') },
    });
    // Cached values still work, and so does everything once the origin is back.
    expect(await box.ask('starknet_getStorageAt', cell(1))).toHaveProperty('result');
    way.instead = undefined;
    expect(await box.ask('starknet_getStorageAt', cell(2))).toHaveProperty('result');
    box.close();
  });

  test('may say so in its JSON-RPC answers', async () => {
    const way = faultyOrigin(origin);
    const box = await fork({ fetch: way.fetch });
    let failures = 1;
    way.instead = async (body) => {
      const { id } = JSON.parse(body);
      return failures-- > 0
        ? answer(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32005, message: 'slow down' } }))
        : origin.fetch(URL, { body });
    };
    expect(await box.ask('starknet_getNonce', ['latest', hex(EXERCISER)])).toHaveProperty('result');
    expect(box.pauses.length).toBe(1);
    box.close();
  });

  test('may not accept batches, and then gets single requests', async () => {
    const way = faultyOrigin(origin);
    way.instead = async (body) =>
      body.startsWith('[')
        ? answer(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } }))
        : origin.fetch(URL, { body });
    const box = await fork({ fetch: way.fetch });
    expect(await box.ask('starknet_getStorageAt', cell(1))).toHaveProperty('result');
    box.close();
  });
});

test('is counted in the metrics, by requests and cache hits', async () => {
  const metrics = new Metrics(() => box.node.chain);
  const box = await fork({
    fetch: origin.fetch,
    observe: (method, seconds, isOk) => metrics.upstream(`starknet_${method}`, seconds, isOk),
  });
  for (let i = 0; i < 3; i++) await box.ask('starknet_getNonce', ['latest', hex(EXERCISER)]);
  await box.ask('starknet_getNonce', ['latest', '0x987']);
  const text = metrics.text();
  expect(text).toContain('starknet_upstream_cache_miss_count{method="starknet_getNonce"} 1\n');
  expect(text).toMatch(/starknet_upstream_cache_hit_count\{method="starknet_getNonce"\} [23]\n/);
  expect(text).toContain('starknet_upstream_call_count{method="starknet_getNonce",status="success"} 1\n');
  expect(text).toContain('starknet_upstream_call_count{method="starknet_getClassHashAt",status="error"} 1\n');
  expect(text).toMatch(
    /starknet_upstream_call_duration_seconds_count\{method="starknet_getStorageAt",status="success"\} \d/,
  );
  expect(text).toMatch(/\nstarknet_upstream_cache_size [1-9]\d*\n/);
  box.close();
});

describe('an origin that breaks', () => {
  test('runs into a timeout', async () => {
    const way = faultyOrigin(origin);
    const never = () => new Promise<never>(() => undefined);
    // Only a request that is never answered has little time.
    const options = {
      fetch: way.fetch,
      get timeoutSeconds() {
        return way.instead === never ? 0.02 : 30;
      },
    };
    const box = await fork(options);
    way.instead = never;
    expect(await box.ask('starknet_getStorageAt', cell(3))).toMatchObject({
      error: { code: -1, message: expect.stringContaining('no answer within') },
    });
    box.close();
  });

  test('may cut connections', async () => {
    const way = faultyOrigin(origin);
    const box = await fork({ fetch: way.fetch });
    let failures = 1;
    way.instead = (body) =>
      failures-- > 0
        ? Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } }))
        : origin.fetch(URL, { body });
    expect(await box.ask('starknet_getStorageAt', cell(4))).toHaveProperty('result');
    way.instead = () =>
      Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));
    way.calls = 0;
    const { error } = await box.ask('starknet_getStorageAt', cell(5));
    expect(error).toMatchObject({ code: -1 });
    expect(error.message).toContain('Failed to read from state: Error in communication with forking origin');
    expect(error.message).toContain('Connection refused');
    expect(error.message).toContain(`url: "${URL}"`);
    expect(error).not.toHaveProperty('data');
    expect(way.calls).toBe(1);
    expect(await box.ask('starknet_getEvents', [{ chunk_size: 5 }])).toMatchObject({
      error: { code: -1, message: expect.stringContaining('Error in fetching origin events') },
    });
    box.close();
  });

  test.each(['not json', '{}', '[]', 'null', '"x"', '{"jsonrpc":"2.0","id":0}', '{"jsonrpc":"2.0","id":0,"result":7}'])(
    'may answer %s',
    async (text) => {
      const way = faultyOrigin(origin);
      const box = await fork({ fetch: way.fetch });
      way.instead = async () => answer(text);
      expect(await box.ask('starknet_getStorageAt', cell(6))).toMatchObject({ error: { code: -1 } });
      way.instead = undefined;
      expect(await box.ask('starknet_getStorageAt', cell(6))).toHaveProperty('result');
      box.close();
    },
  );

  test('during a transaction fails only that transaction: the chain is unchanged and the next attempt works', async () => {
    const way = faultyOrigin(origin);
    const own = await forkOf(origin, { fetch: way.fetch });
    const wallet = new Wallet(own);
    const send = () =>
      wallet.invoke(
        { to: STRK, name: 'transfer', calldata: [5n, 1n, 0n] },
        { to: EXERCISER, name: 'increase', calldata: [1n] },
      );
    let left = 2;
    way.instead = (body) =>
      left-- > 0
        ? origin.fetch(URL, { body })
        : Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));
    const before = await outcome(own, 'starknet_getBlockWithTxs', ['pre_confirmed']);
    await expect(send()).rejects.toThrow('Failed to read from state');
    expect(await own.request('devnet_getStatus')).toMatchObject({ block_count: 1, transaction_count: 0 });
    expect(await outcome(own, 'starknet_getBlockTransactionCount', ['pre_confirmed'])).toEqual({ result: 0 });
    expect(before).toHaveProperty('result');
    way.instead = undefined;
    expect(await own.request('starknet_getTransactionReceipt', [await send()])).toMatchObject({
      execution_status: 'SUCCEEDED',
    });
    own.close();
  });

  test('with a class that cannot be read gives an error that names the class', async () => {
    const way = faultyOrigin(origin);
    const box = await fork({ fetch: way.fetch });
    way.instead = async (body) => {
      const asked = JSON.parse(body);
      if (!Array.isArray(asked) || asked[0].method !== 'starknet_getClass') return origin.fetch(URL, { body });
      return answer(JSON.stringify(asked.map(({ id }) => ({ jsonrpc: '2.0', id, result: { sierra_program: 'x' } }))));
    };
    expect(await box.ask('starknet_getClassAt', ['latest', hex(EXERCISER)])).toMatchObject({
      error: { code: -1, message: expect.stringMatching(/class 0x[0-9a-f]+ of the origin cannot be used/) },
    });
    box.close();
  });
});

test('an origin may write errors in which nothing is what it should be', async () => {
  const way = faultyOrigin(origin);
  const box = await fork({ fetch: way.fetch });
  way.instead = async () =>
    answer('{"jsonrpc":"2.0","id":0,"error":{"code":{"valueOf":1},"message":{"toString":1},"data":[]}}');
  const message = expect.stringContaining('{"toString":1}');
  expect(await box.ask('starknet_getStorageAt', cell(6))).toMatchObject({ error: { code: -1, message } });
  expect(await box.ask('starknet_getBlockWithTxs', [{ block_number: 1 }])).toMatchObject({ error: { message } });
  box.close();
});

describe('a redirect of an origin', () => {
  const redirecting = (location: string): FetchLike & { readonly visited: string[] } => {
    const visited: string[] = [];
    const way: FetchLike = async (url, init) => {
      visited.push(url);
      if (url === URL) return answer('', 307, { location });
      return origin.fetch(url, init);
    };
    return Object.assign(way, { visited });
  };

  test('is followed on the same host', async () => {
    const way = redirecting(`${URL}rpc`);
    const box = await fork({ fetch: way });
    expect(new Set(way.visited)).toEqual(new Set([URL, `${URL}rpc`]));
    box.close();
  });

  test.each(['http://127.0.0.1:8080/', 'http://origin.test:8080/', 'ftp://origin.test/', '//elsewhere/', URL])(
    'to %s is not followed',
    async (location) => {
      const way = redirecting(location);
      await expect(fork({ fetch: way })).rejects.toThrow('redirects to another host');
      expect(new Set(way.visited)).toEqual(new Set([URL]));
    },
  );
});

test('an origin that does not answer stops only the writes that need it', async () => {
  const way = faultyOrigin(origin);
  const box = await fork({ fetch: way.fetch });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  way.instead = async (body) => {
    await released;
    return origin.fetch(URL, { body });
  };
  let isStorageSet = false;
  const slow = box
    .ask('devnet_setStorageAt', { contract_address: hex(EXERCISER), key: '0x77', value: '0x1' })
    .then((answer) => {
      isStorageSet = true;
      return answer;
    });
  expect(await box.ask('devnet_createBlock', {})).toHaveProperty('result');
  expect(isStorageSet).toBe(false);
  release();
  expect(await slow).toHaveProperty('result');
  const read = { contract_address: hex(EXERCISER), key: '0x77', block_id: 'pre_confirmed' };
  expect(await box.ask('starknet_getStorageAt', read)).toMatchObject({ result: '0x1' });
  box.close();
});

test('an invalid answer of an origin is not shown to clients', async () => {
  const way = faultyOrigin(origin);
  const box = await fork({ fetch: way.fetch });
  way.instead = async () => answer('the secret of another server');
  const forwarded = await box.ask('starknet_getBlockWithTxHashes', [{ block_number: 0 }]);
  expect(forwarded).toMatchObject({ error: { message: expect.stringContaining('something other than JSON-RPC') } });
  way.instead = async () => answer('{"jsonrpc":"2.0","id":0,"result":"the secret"}');
  const read = await box.ask('starknet_getNonce', ['latest', '0x123']);
  expect(read.error.message).toContain('something other than a felt');
  for (const each of [forwarded, read]) expect(JSON.stringify(each)).not.toContain('secret');
  box.close();
});

describe('a start', () => {
  const versioned =
    (version: unknown): FetchLike =>
    async (url, init) => {
      const text = await (await origin.fetch(url, init)).text();
      return answer(text.replace('"0.10.2"', JSON.stringify(version)));
    };

  test.each(['0.10.0', '0.10.3-rc.0'])('says nothing about an origin with the patch version %s', async (version) => {
    const box = await fork({ fetch: versioned(version) });
    expect(box.warnings).toEqual([]);
    box.close();
  });

  test('warns about an origin with another version', async () => {
    const box = await fork({ fetch: versioned('0.8.1') });
    expect(box.warnings).toEqual([expect.stringContaining('speaks JSON-RPC 0.8.1, this sandbox 0.10.2')]);
    box.close();
  });

  test.each([
    [versioned('0.4.0'), 'speaks JSON-RPC 0.4.0, which is too old to fork from'],
    [versioned(17), 'is not a Starknet JSON-RPC node'],
    [(async () => answer('<html>')) as FetchLike, 'the answer is not JSON'],
    [(async () => answer('', 404)) as FetchLike, 'HTTP 404'],
    [
      (() =>
        Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }))) as FetchLike,
      `error sending request for url (${URL}): Connection refused`,
    ],
  ])('refuses what it cannot fork with one line (%#)', async (fetch, message) => {
    await expect(fork({ fetch })).rejects.toThrow(message);
  });

  test('names a block that the origin does not have, and an invalid URL', async () => {
    await expect(forkOf(origin, { blockNumber: 9999 })).rejects.toThrow(
      'code=24, message="Block not found" (getBlockWithTxHashes 9999 at ',
    );
    const box = await forkOf(origin);
    await expect(box.request('devnet_fork', { url: 'ftp://x' })).rejects.toThrow("'ftp://x' is no http or https URL");
    box.close();
  });
});
