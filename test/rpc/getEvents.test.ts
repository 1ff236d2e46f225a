import { expect, test } from 'vitest';
import { answerText } from '../../src/rpc/answerText.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { FakeNode, fakeTransaction } from '../support/fakeNode.ts';

const node = new FakeNode();
for (let i = 0; i < 10; i++) node.seal([fakeTransaction(i + 1, (i % 2) + 1, [i])]);
const hub = new Hub(node);
const events = async (filter: object) => {
  const request = { jsonrpc: '2.0', id: 1, method: 'starknet_getEvents', params: { filter } };
  const { result, error } = JSON.parse(await answerText(JSON.stringify(request), hub.dispatcher));
  return error
    ? { code: error.code }
    : {
        hashes: result.events.map((event: { transaction_hash: string }) => Number(event.transaction_hash)),
        token: result.continuation_token,
      };
};

test('pages cover everything once, and only the last has no token', async () => {
  expect(await events({ chunk_size: 3 })).toEqual({ hashes: [1, 2, 3], token: '1' });
  expect(await events({ chunk_size: 3, continuation_token: '2' })).toEqual({ hashes: [7, 8, 9], token: '3' });
  expect(await events({ chunk_size: 3, continuation_token: '3' })).toEqual({ hashes: [10], token: undefined });
  expect(await events({ chunk_size: 5, continuation_token: '1' })).toEqual({
    hashes: [6, 7, 8, 9, 10],
    token: undefined,
  });
  expect(await events({ chunk_size: 5, continuation_token: '9' })).toEqual({ hashes: [], token: undefined });
  expect(await events({ chunk_size: 2 ** 40 })).toMatchObject({ token: undefined });
});

test('filters choose by block, address and key', async () => {
  expect((await events({ chunk_size: 9, from_block: { block_number: 9 } })).hashes).toEqual([9, 10]);
  expect(
    (await events({ chunk_size: 9, from_block: { block_number: 5 }, to_block: { block_number: 4 } })).hashes,
  ).toEqual([]);
  expect((await events({ chunk_size: 9, address: '0x2' })).hashes).toEqual([2, 4, 6, 8, 10]);
  expect((await events({ chunk_size: 9, address: [] })).hashes).toEqual([]);
  expect((await events({ chunk_size: 9, address: ['0x1', '0x2'], keys: [['0x3', '0x4']] })).hashes).toEqual([4, 5]);
  expect((await events({ chunk_size: 99, keys: [[]] })).hashes).toHaveLength(10);
  // A key position that an event does not have matches only a wildcard.
  expect((await events({ chunk_size: 99, keys: [[], ['0x1']] })).hashes).toEqual([]);
  expect((await events({ chunk_size: 99, keys: [[], []] })).hashes).toHaveLength(10);
});

test.each([
  [{ chunk_size: 1, continuation_token: '' }, 33],
  [{ chunk_size: 1, continuation_token: '-1' }, 33],
  [{ chunk_size: 1, continuation_token: '18446744073709551616' }, 33],
  [{ chunk_size: 1, continuation_token: 1 }, -32602],
  [{ chunk_size: 1, from_block: { block_number: 99 } }, 24],
  [{ chunk_size: 1, to_block: 'l1_accepted' }, 24],
  [{}, -32602],
])('%j gives %i', async (filter, code) => expect(await events(filter)).toEqual({ code }));

test('a filter with too many addresses or keys is refused before they are read', async () => {
  const many = Array(10_001).fill('not an address');
  expect(await events({ chunk_size: 9, address: many })).toEqual({ code: 67 });
  expect(await events({ chunk_size: 9, keys: [many] })).toEqual({ code: 34 });
  expect(await events({ chunk_size: 9, keys: Array(10_001).fill([]) })).toEqual({ code: 34 });
  expect((await events({ chunk_size: 9, address: Array(10_000).fill('0x2') })).hashes).toEqual([2, 4, 6, 8, 10]);
});
