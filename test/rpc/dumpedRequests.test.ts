import { describe, expect, test } from 'vitest';
import { readDumpEvents } from '../../src/rpc/journal/dumpedRequests.ts';
import { RpcError } from '../../src/rpc/rpcError.ts';
import { memoryBefore } from '../support/memoryBefore.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const event = (params: string) => `{"jsonrpc":"2.0","method":"devnet_mint","params":${params},"id":1}`;

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('the events of a dump', () => {
  test('are read each time they are asked for, with all digits of their numbers', async () => {
    const events = await readDumpEvents(bytes(`[${event('{"amount":1000000000000000000001}')},\n${event('[]')}]`));
    for (let i = 0; i < 2; i++)
      expect(await all(events)).toEqual([
        { jsonrpc: '2.0', method: 'devnet_mint', params: { amount: 1000000000000000000001n }, id: 1 },
        { jsonrpc: '2.0', method: 'devnet_mint', params: [], id: 1 },
      ]);
    expect(await all(await readDumpEvents(bytes('[ ]')))).toEqual([]);
  });

  test.each([
    ['nothing', '', 'EOF while parsing a value at line 1 column 0'],
    ['an object', '{"a":1}', 'invalid type: map, expected a sequence at line 1 column 1'],
    ['a number', ' 5', 'invalid type: value, expected a sequence at line 1 column 1'],
    ['no request', `[${event('[]')},7]`, 'event 2 is no JSON-RPC request'],
    ['an error of syntax', `[${event('[]')},\n{"a" 1}]`, 'expected `:` at line 2 column 6'],
    ['lists in lists', `[${event('['.repeat(500))}`, 'recursion limit exceeded at line 1 column 177'],
    [
      'too many values',
      `[${event(`[${'[],'.repeat(1_000_000)}0]`)}]`,
      'event 1: the text holds more than 1000000 values',
    ],
    ['a member twice', `[${event('{"a":1,"\\u0061":2}')}]`, 'duplicate field `\\u0061` at line 1 column 65'],
  ])('are refused where there are none: %s', async (_, text, reason) => {
    const error = await readDumpEvents(bytes(text)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RpcError);
    expect((error as RpcError).message).toContain(`Deserialization error: ${reason}`);
  });

  test('of many megabytes are not all built at once', { retry: 1 }, async () => {
    const text = `[${Array.from({ length: 60 }, () => event(`[${'[],'.repeat(100_000)}0]`)).join(',')}]`;
    const before = memoryBefore();
    const events = await readDumpEvents(bytes(text));
    let count = 0;
    for await (const _ of events) count++;
    expect(count).toBe(60);
    // Six million lists take half a gigabyte.
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });
});
