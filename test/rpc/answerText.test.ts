import { describe, expect, test } from 'vitest';
import { answerText, type Transport } from '../../src/rpc/answerText.ts';
import { noParams } from '../../src/rpc/decode/params.ts';
import { Dispatcher } from '../../src/rpc/dispatch.ts';
import { method } from '../../src/rpc/method.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { RpcError } from '../../src/rpc/rpcError.ts';
import { defaultServerConfig } from '../../src/rpc/serverConfig.ts';
import { testNode } from '../support/testNode.ts';

const node = await testNode();
const dispatcher = new Dispatcher({ node, methods });
const ask = async (body: unknown, transport: Transport = 'http') =>
  JSON.parse(await answerText(typeof body === 'string' ? body : JSON.stringify(body), dispatcher, {}, transport));
const call = (name: string, params?: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method: name, params });
const NOT_A_REQUEST = 'data did not match any variant of untagged enum Request';

describe('the envelope', () => {
  test.each([1, 'abc', null, -5, 0])('echoes the id %j unchanged', async (id) => {
    expect(await ask(call('starknet_specVersion', undefined, id))).toEqual({ jsonrpc: '2.0', id, result: '0.10.2' });
  });

  test('echoes an id that JavaScript would round', async () => {
    const text = '{"jsonrpc":"2.0","id":9223372036854775807,"method":"starknet_specVersion"}';
    expect(await answerText(text, dispatcher, {}, 'http')).toContain('"id":9223372036854775807');
  });

  test.each([undefined, null, {}, []])('accepts %j as no parameters', async (params) => {
    expect((await ask(call('starknet_specVersion', params))).result).toBe('0.10.2');
  });

  test.each([
    '"x"',
    '5',
    'null',
    '[1]',
    '{"jsonrpc":"2.0","id":1.5,"method":"a"}',
    '{"jsonrpc":"2.0","id":true,"method":"a"}',
  ])('answers %s, which is no request, with one error', async (text) => {
    expect(await ask(text)).toMatchObject({ id: null, error: { code: -32600 } });
    expect(await ask(text, 'socket')).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: 'Parse error', data: { reason: NOT_A_REQUEST } },
    });
  });

  test.each([
    '{"jsonrpc":"2.0","id":1,"id":2,"method":"starknet_specVersion"}',
    '{"jsonrpc":"2.0","id":1,"\\u0069d":2,"method":"starknet_specVersion"}',
    '[{"jsonrpc":"2.0","id":1,"method":"starknet_specVersion"},{"id":1,"id":2}]',
  ])('refuses a request that names a member twice: %s', async (text) => {
    expect(await ask(text)).toMatchObject({
      id: null,
      error: { code: -32600, data: { reason: expect.stringContaining(NOT_A_REQUEST) } },
    });
    expect(await ask(text, 'socket')).toMatchObject({ error: { code: -32700, data: { reason: NOT_A_REQUEST } } });
  });

  test('refuses parameters that name a member twice, and says which', async () => {
    const text = (inner: string) => `{"jsonrpc":"2.0","id":1,"method":"starknet_getNonce","params":{${inner}}}`;
    const twice = text('"block_id":"latest","contract_address":"0x1","block_id":"latest"');
    expect((await ask(twice)).error).toEqual({
      code: -32600,
      message: 'Invalid request',
      data: {
        reason:
          'Data error: Failed to deserialize the JSON body into the target type: duplicate field `block_id` at line 1 column 118',
      },
    });
    const deeper = text('"block_id":{"block_number":0,"block\\u005fnumber":1},"contract_address":"0x1"');
    expect((await ask(deeper, 'socket')).error).toMatchObject({
      code: -32700,
      data: { reason: 'duplicate field `block\\u005fnumber` at line 1 column 111' },
    });
    const apart = call('starknet_call', { request: { id: 1, method: 2 }, block_id: 'latest' });
    expect((await ask(apart)).error.code).toBe(-32602);
  });

  test.each([
    ['["a":1]', 'expected `,` or `]` at line 1 column 5'],
    ['['.repeat(1000), 'recursion limit exceeded at line 1 column 129'],
    [
      `{"jsonrpc":"2.0","id":${'1'.repeat(1000)}}`,
      'number out of range (it is longer than 400 digits) at line 1 column 423',
    ],
    [Uint8Array.from([0x22, 0x61, 0xff, 0x22]), 'invalid unicode code point at line 1 column 4'],
    [Uint8Array.from([0xff, 0xfe]), 'expected value at line 1 column 1'],
  ])('says what is wrong with the text %#', async (body, reason) => {
    const answer = async (transport: Transport) => JSON.parse(await answerText(body, dispatcher, {}, transport)).error;
    expect(await answer('socket')).toEqual({ code: -32700, message: 'Parse error', data: { reason } });
    const whole = `Failed to parse the request body as JSON: ${reason}`;
    expect(await answer('http')).toEqual({ code: -32700, message: 'Parse error', data: { reason: whole } });
  });

  test('reads bytes and strings in the same way, short and long', async () => {
    const short = JSON.stringify(call('starknet_specVersion'));
    const odd = JSON.stringify({ ...call('starknet_specVersion'), id: 'é\n' });
    const long = JSON.stringify(Array.from({ length: 5000 }, (_, id) => call('starknet_specVersion', [], id)));
    for (const text of [short, odd, long, '{"jsonrpc":"2.0","id":007,"method":"a"}']) {
      const bytes = new TextEncoder().encode(text);
      const answer = await answerText(text, dispatcher, {}, 'http');
      expect(await answerText(bytes, dispatcher, {}, 'http')).toBe(answer);
      expect(await answerText(Buffer.from(bytes), dispatcher, {}, 'http')).toBe(answer);
    }
  });

  test.each([
    [{}, null],
    [{ jsonrpc: '2.0', id: 1 }, 1],
    [{ id: 1, method: 'starknet_chainId' }, 1],
    [{ jsonrpc: '2.0', id: 1, method: 5 }, 1],
    [{ jsonrpc: '2.0', id: 1, method: 'starknet_chainId', extra: 1 }, 1],
    [{ jsonrpc: '2.0', id: 1, method: 'starknet_chainId', params: 7 }, 1],
    [{ jsonrpc: '2.0', method: 'starknet_chainId' }, null],
    [[], null],
    [[{ jsonrpc: '2.0', method: 'starknet_chainId' }], null],
  ])('answers %j as an invalid request with its id', async (body, id) => {
    expect(await ask(body)).toEqual({ jsonrpc: '2.0', id, error: { code: -32600, message: 'Invalid request' } });
  });

  test('does not run a notification', async () => {
    const before = node.value;
    await ask([{ jsonrpc: '2.0', method: 'devnet_createBlock' }, call('starknet_specVersion')]);
    expect(node.value).toBe(before);
  });
});

describe('batches', () => {
  test('run in order, and each request sees the effects of earlier ones', async () => {
    const start = node.chain.latest.number;
    const answers = await ask([
      call('devnet_createBlock', undefined, 1),
      call('starknet_blockNumber', undefined, 2),
      call('nope', undefined, 3),
      call('sandbox_createBlock', undefined, 4),
      call('chain_blockNumber', undefined, 5),
    ]);
    expect(answers.map((answer: { id: number }) => answer.id)).toEqual([1, 2, 3, 4, 5]);
    expect(answers[1].result).toBe(start + 1);
    expect(answers[2].error.code).toBe(-32601);
    expect(answers[4].result).toBe(start + 2);
  });

  test('are bounded', async () => {
    const many = Array.from({ length: 10_001 }, () => ({}));
    expect(await ask(many)).toMatchObject({ id: null, error: { code: -32600 } });
  });

  test('cannot subscribe', async () => {
    expect((await ask([call('starknet_subscribeNewHeads')]))[0].error.code).toBe(-32601);
    expect((await ask(call('starknet_subscribeNewHeads'))).error.code).toBe(-32601);
  });
});

describe('methods', () => {
  test.each([
    'starknet_nope',
    'devnet_specVersion',
    'chain_mint',
    'specVersion',
    'starknet_SpecVersion',
    '_specVersion',
    '',
  ])('does not know %j', async (name) => {
    expect((await ask(call(name))).error).toMatchObject({ code: -32601, message: 'Method not found' });
  });

  test('are checked in the order known, valid, allowed', async () => {
    const strict = new Dispatcher({
      node,
      server: { ...defaultServerConfig, restrictedMethods: ['createBlock'] },
      methods,
    });
    const code = async (name: string, params?: unknown) =>
      JSON.parse(await answerText(JSON.stringify(call(name, params)), strict, {}, 'http')).error?.code;
    expect(await code('devnet_createBlock')).toBe(-32604);
    expect(await code('sandbox_createBlock')).toBe(-32604);
    expect(await code('devnet_createBlock', { x: 1 })).toBe(-32602);
    expect(await code('starknet_specVersion')).toBeUndefined();
  });

  test('answer in the dialect they were asked in', async () => {
    expect(await ask(call('devnet_getStatus'))).toHaveProperty('result.devnet_version');
    expect(await ask(call('sandbox_getStatus'))).toHaveProperty('result.sandbox_version');
  });

  test('that fail by our own fault give an internal error, and the fault is reported', async () => {
    const surprises: unknown[] = [];
    const broken = new Dispatcher({
      node,
      methods: new Map([
        [
          'specVersion',
          method({
            name: 'specVersion',
            group: 'chain',
            summary: 'Breaks.',
            kind: 'read',
            params: noParams,
            run: () => {
              throw new TypeError('oops');
            },
          }),
        ],
      ]),
      surprise: (error) => surprises.push(error),
    });
    const answer = JSON.parse(await answerText(JSON.stringify(call('starknet_specVersion')), broken, {}, 'http'));
    expect(answer.error.code).toBe(-32603);
    expect(surprises).toHaveLength(1);
    expect(surprises[0]).not.toBeInstanceOf(RpcError);
  });
});

describe('the journal', () => {
  test('contains successful changes under their public names, and loading repeats them', async () => {
    const recorded = await testNode({ journal: true });
    const journaling = new Dispatcher({ node: recorded, methods });
    const send = async (body: unknown) =>
      JSON.parse(await answerText(JSON.stringify(body), journaling, {}, 'http')).result;
    await send(call('sandbox_createBlock', undefined, 'x'));
    await send(call('devnet_createBlock', [], 7));
    await send(call('starknet_blockNumber'));
    const events = await send(call('devnet_dump'));
    expect(events).toEqual([
      { jsonrpc: '2.0', method: 'devnet_createBlock', params: null, id: 'x' },
      { jsonrpc: '2.0', method: 'devnet_createBlock', params: [], id: 7 },
    ]);
    expect(await send(call('devnet_load', { events }))).toEqual({});
    expect(recorded.chain.latest.number).toBe(2);
    expect(await send(call('devnet_dump'))).toEqual(events);
  });
});
