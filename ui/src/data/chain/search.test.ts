import { afterEach, describe, expect, test, vi } from 'vitest';
import { type AnsweringNode, answeringNode, notFound } from '../../../test/answeringNode.ts';
import { setLabel } from '../stores/labels.ts';
import { find } from './search.ts';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const ERC20 = '0x9524a94b41c4440a16fd96d7c1ef6ad6f44c1c013e96662734502cd4ee9b1f';
const HASH = '0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';

const row = (kind: string, name: string, hash: string) => ({
  kind,
  name,
  hash,
  transaction_hash: HASH,
  block_number: 3,
});
const FOUND = [
  row('ACCOUNT', '1', '0xacc'),
  row('TOKEN', 'Gold (GLD)', '0x901d'),
  row('CONTRACT', 'ERC20', STRK),
  row('CLASS', 'ERC20', ERC20),
  row('FUNCTION', 'transfer', '0x83'),
  row('EVENT', 'Transfer', '0x99'),
  row('MESSAGE', 'message', '0x5e'),
  row('ERROR', 'the vault is closed', HASH),
];

const things = {
  chain_blockNumber: () => 7,
  chain_getTransactionStatus: notFound,
  chain_getBlockTransactionCount: notFound,
  chain_getClassHashAt: notFound,
  chain_getClass: notFound,
  sandbox_search: ({ text }: { text: string }) => ({
    found: FOUND.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())),
    next: null,
  }),
};

const pathsOf = async ({ node }: AnsweringNode, text: string): Promise<readonly string[]> =>
  (await find(node, text)).list.map(({ path }) => path);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a search', () => {
  test('for nothing asks the node for nothing', async () => {
    const node = answeringNode(things);
    expect(await pathsOf(node, '  ')).toEqual([]);
    expect(node.asked).toEqual([]);
  });

  test('finds blocks by their number, up to the open one', async () => {
    const node = answeringNode(things);
    expect((await find(node.node, ' 7 ')).list).toEqual([{ what: 'Block', name: '7', path: '/block/7' }]);
    expect(await pathsOf(node, '8')).toEqual(['/block/8']);
    expect(await pathsOf(node, '9')).toEqual([]);
  });

  test.each([
    ['chain_getTransactionStatus', 'Transaction', `/tx/${HASH}`],
    ['chain_getBlockTransactionCount', 'Block', `/block/${HASH}`],
    ['chain_getClassHashAt', 'Contract', `/contract/${HASH}`],
    ['chain_getClass', 'Class', `/class/${HASH}`],
  ])('finds by its hash what %s knows', async (method, what, path) => {
    const { node } = answeringNode({ ...things, [method]: () => ({}) });
    expect((await find(node, HASH)).list).toEqual([{ what, name: HASH, path }]);
  });

  test('reads a hash with leading zeros and in capitals', async () => {
    const node = answeringNode({ ...things, chain_getClassHashAt: () => '0x1' });
    expect(await pathsOf(node, '0x000ABC')).toEqual(['/contract/0xabc']);
    expect(node.paramsOf('chain_getClassHashAt')).toMatchObject({ contract_address: '0xabc' });
    expect(await pathsOf(node, '0x0')).toEqual(['/contract/0x0']);
  });

  test('finds what the node knows by a part of a name, and leads to it', async () => {
    const node = answeringNode(things);
    expect((await find(node.node, 'erc')).list).toEqual([
      { what: 'Contract', name: `ERC20 ${STRK}`, path: `/contract/${STRK}` },
      { what: 'Class', name: `ERC20 ${ERC20}`, path: `/class/${ERC20}` },
    ]);
    expect(await pathsOf(node, 'gold')).toEqual(['/contract/0x901d']);
    expect(await pathsOf(node, 'transfer')).toEqual(['/txs?function=transfer', '/events?name=Transfer']);
    expect(await pathsOf(node, 'message')).toEqual([`/tx/${HASH}`]);
    expect(await pathsOf(node, 'vault')).toEqual([`/tx/${HASH}`]);
  });

  test('shows the text of an error, with the function and the block that tell it from equal ones', async () => {
    const name = "Error in contract: 0x4552433230 ('ERC20: insufficient balance').";
    const { node } = answeringNode({
      ...things,
      sandbox_search: () => ({
        found: [row('ERROR', name, HASH), row('ERROR', 'the vault is closed', '0x5')],
        next: null,
      }),
      sandbox_getTransactions: ({ block_number }: { block_number: number }) => ({
        transactions: block_number === 3 ? [{ transaction_hash: HASH, calls: [{ function_name: 'transfer' }] }] : [],
      }),
    });
    expect((await find(node, 'insufficient')).list.map((one) => one.name)).toEqual([
      'ERC20: insufficient balance · transfer · block 3',
      'the vault is closed · block 3',
    ]);
  });

  test.each(['0x64B4…5691', '0x64b4...5691'])('finds a hash as lists show it: %s', async (text) => {
    const alike = `${HASH.slice(0, -4)}beef`;
    const { node, paramsOf } = answeringNode({
      ...things,
      sandbox_search: () => ({ found: [row('TRANSACTION', '', alike), row('TRANSACTION', '', HASH)], next: null }),
    });
    expect((await find(node, text)).list.map(({ path }) => path)).toEqual([`/tx/${HASH}`]);
    expect(paramsOf('sandbox_search')).toMatchObject({ text: text.slice(0, 6) });
  });

  test('goes on where the node stopped on a long chain', async () => {
    const asked: unknown[] = [];
    const { node } = answeringNode({
      ...things,
      sandbox_search: (params: { before?: number }) => {
        asked.push(params.before);
        return {
          found: params.before === 100 ? [row('ERROR', 'the vault is closed', HASH)] : [],
          next: { 300: 200, 200: 100 }[params.before ?? 0] ?? (params.before ? null : 300),
        };
      },
    });
    expect((await find(node, 'vault')).list.map(({ path }) => path)).toEqual([`/tx/${HASH}`]);
    expect(asked).toEqual([undefined, 300, 200, 100]);
  });

  test('asks for no more pages once nobody waits for them', async () => {
    const { node, asked } = answeringNode({ ...things, sandbox_search: () => ({ found: [], next: 5 }) });
    let isAwaited = true;
    const search = find(node, 'vault', () => isAwaited);
    isAwaited = false;
    expect((await search).list).toEqual([]);
    expect(asked).toEqual(['sandbox_search']);
  });

  test('finds messages between L1 and L2 by a whole hash, and leads to their list', async () => {
    const asked: unknown[] = [];
    const { node } = answeringNode({
      ...things,
      sandbox_getL1Messages: (params: { continuation?: string }) => {
        asked.push(params);
        return params.continuation === undefined ? { messages: [], continuation: '7.0' } : { messages: [{}] };
      },
    });
    const path = `/messages?hash=${HASH}`;
    expect((await find(node, HASH)).list).toEqual([{ what: 'L1 messages', name: HASH, path }]);
    expect(asked).toEqual([
      { hash: HASH, page_size: 1 },
      { hash: HASH, page_size: 1, continuation: '7.0' },
    ]);
    await find(node, HASH.slice(0, 20));
    expect(asked).toHaveLength(2);
  });

  test('shows what has exactly this name first', async () => {
    const node = answeringNode(things);
    expect(await pathsOf(node, 'Transfer')).toEqual(['/events?name=Transfer', '/txs?function=transfer']);
    expect(await pathsOf(node, 'transfer')).toEqual(['/txs?function=transfer', '/events?name=Transfer']);
  });

  test('that fails in a part has the rest, and says what failed', async () => {
    const { node } = answeringNode({
      ...things,
      sandbox_search: () => {
        throw new Error('the index is not readable');
      },
    });
    const { list, failure } = await find(node, '7');
    expect(list).toEqual([{ what: 'Block', name: '7', path: '/block/7' }]);
    expect(failure?.message).toBe('the index is not readable');
    expect((await find(answeringNode(things).node, '7')).failure).toBeUndefined();
  });

  test('reads long decimal numbers as addresses', async () => {
    const node = answeringNode({ ...things, chain_getClassHashAt: () => ERC20 });
    expect(await pathsOf(node, BigInt(STRK).toString())).toEqual([`/contract/${STRK}`]);
  });

  test.each([
    ['the whole address', STRK],
    ['leading zeros', `0x0${STRK.slice(2)}`],
    ['capitals', STRK.toUpperCase().replace('0X', '0x')],
    ['decimal digits', BigInt(STRK).toString()],
    ['a part of it', STRK.slice(0, 20)],
  ])('has the name of an account by %s', async (_, text) => {
    const node = answeringNode({
      ...things,
      chain_getClassHashAt: ({ contract_address }: { contract_address: string }) =>
        contract_address === STRK ? ERC20 : notFound(),
      sandbox_search: () => ({ found: text.startsWith('0x') ? [row('CONTRACT', 'Account', STRK)] : [], next: null }),
      sandbox_getNames: () => ({ names: [{ account_index: 0, contract_name: 'Account', token: null }] }),
    });
    expect((await find(node.node, text)).list).toEqual([
      { what: 'Account', name: `account 0 ${STRK}`, path: `/contract/${STRK}` },
    ]);
    expect(node.paramsOf('sandbox_getNames')).toEqual({ addresses: [STRK] });
  });

  test('reads a number that no block has as an address', async () => {
    const node = answeringNode({ ...things, chain_getClassHashAt: () => ERC20 });
    expect(await pathsOf(node, '1416195180')).toEqual(['/contract/0x54696c6c']);
    expect(await pathsOf(node, '7')).toEqual(['/block/7']);
  });

  test('finds addresses by the labels of this browser', async () => {
    setLabel('0x77', 'Treasury');
    expect((await find(answeringNode(things).node, 'treas')).list).toEqual([
      { what: 'Label', name: 'Treasury', path: '/contract/0x77' },
    ]);
  });

  test('lists a thing once that it found in two ways', async () => {
    const found = [row('CONTRACT', 'ERC20', STRK)];
    const node = answeringNode({
      ...things,
      chain_getClassHashAt: () => ERC20,
      sandbox_search: () => ({ found, next: null }),
    });
    expect(await pathsOf(node, STRK)).toEqual([`/contract/${STRK}`]);
  });

  test('lists the contracts of the function that is most like the text, and leaves room for other things', async () => {
    const names = ['transfer_from', 'transferFrom', 'transfer', 'transfer_all', 'transfer_ownership'];
    const contract_addresses = ['0xa', '0xb', '0xc'];
    const functions = names.map((name) => ({ ...row('FUNCTION', name, '0x83'), contract_addresses }));
    const found = [...functions, row('EVENT', 'Transfer', '0x99'), row('ERROR', 'transfer is paused', HASH)];
    const node = answeringNode({ ...things, sandbox_search: () => ({ found, next: null }) });
    expect((await pathsOf(node, 'transfer')).toSorted()).toEqual(
      [
        ...contract_addresses.map((address) => `/contract/${address}?function=transfer`),
        ...names.map((name) => `/txs?function=${name}`),
        '/events?name=Transfer',
        `/tx/${HASH}`,
      ].toSorted(),
    );
    expect(await pathsOf(node, 'fer_f')).toContain('/contract/0xa?function=transfer_from');
  });

  test('lists at most twenty things', async () => {
    const found = Array.from({ length: 40 }, (_, i) => row('CONTRACT', 'Counter', `0x${i}`));
    const node = answeringNode({ ...things, sandbox_search: () => ({ found, next: null }) });
    expect(await pathsOf(node, 'counter')).toEqual(Array.from({ length: 20 }, (_, i) => `/contract/0x${i}`));
  });
});
