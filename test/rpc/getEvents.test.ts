import { expect, test } from 'vitest';
import { toFelt } from '../../src/felt/felt.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { testNode } from '../support/testNode.ts';
import { STRK } from '../support/wallet.ts';

const ETH = '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';

// Five blocks with two events each: of the token that is minted to 0x71 ... 0x75, and of STRK for the fee. Odd blocks mint ETH.
const node = await testNode();
for (let i = 1; i <= 5; i++)
  await node.write((draft) => draft.openBlock.mint(toFelt(0x70 + i), 1n, i % 2 ? 'WEI' : 'FRI'));
const hub = new Hub(node);
/** The events as `block.index`. */
const events = async (filter: object) => {
  const request = { jsonrpc: '2.0', id: 1, method: 'starknet_getEvents', params: { filter } };
  const { result, error } = JSON.parse(await answerText(JSON.stringify(request), hub.dispatcher));
  return error
    ? { code: error.code }
    : {
        found: result.events.map(
          (event: { block_number: number; event_index: number }) => `${event.block_number}.${event.event_index}`,
        ),
        token: result.continuation_token,
      };
};

test('pages cover everything once, and only the last has no token', async () => {
  expect(await events({ chunk_size: 3 })).toEqual({ found: ['1.0', '1.1', '2.0'], token: '1' });
  expect(await events({ chunk_size: 3, continuation_token: '2' })).toEqual({
    found: ['4.0', '4.1', '5.0'],
    token: '3',
  });
  expect(await events({ chunk_size: 3, continuation_token: '3' })).toEqual({ found: ['5.1'], token: undefined });
  expect(await events({ chunk_size: 5, continuation_token: '1' })).toEqual({
    found: ['3.1', '4.0', '4.1', '5.0', '5.1'],
    token: undefined,
  });
  expect(await events({ chunk_size: 5, continuation_token: '9' })).toEqual({ found: [], token: undefined });
  expect(await events({ chunk_size: 2 ** 40 })).toMatchObject({ token: undefined });
});

test('filters choose by block, address and key', async () => {
  expect((await events({ chunk_size: 9, from_block: { block_number: 5 } })).found).toEqual(['5.0', '5.1']);
  expect(
    (await events({ chunk_size: 9, from_block: { block_number: 5 }, to_block: { block_number: 4 } })).found,
  ).toEqual([]);
  expect((await events({ chunk_size: 9, address: ETH })).found).toEqual(['1.0', '3.0', '5.0']);
  expect((await events({ chunk_size: 9, address: [] })).found).toEqual([]);
  const minted = [[], ['0x0'], ['0x73', '0x74']];
  expect((await events({ chunk_size: 9, address: [ETH, STRK], keys: minted })).found).toEqual(['3.0', '4.0']);
  expect((await events({ chunk_size: 9, address: STRK, keys: minted })).found).toEqual(['4.0']);
  expect((await events({ chunk_size: 99, keys: [[]] })).found).toHaveLength(10);
  // A key position that an event does not have matches only a wildcard.
  expect((await events({ chunk_size: 99, keys: [[], [], [], ['0x0']] })).found).toEqual([]);
  expect((await events({ chunk_size: 99, keys: [[], [], [], []] })).found).toHaveLength(10);
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
  expect((await events({ chunk_size: 9, address: Array(10_000).fill(ETH) })).found).toEqual(['1.0', '3.0', '5.0']);
});
