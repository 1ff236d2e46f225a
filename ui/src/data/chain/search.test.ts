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
  (await find(node, text)).map(({ path }) => path);

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
    expect(await find(node.node, ' 7 ')).toEqual([{ what: 'Block', name: '7', path: '/block/7' }]);
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
    expect(await find(node, HASH)).toEqual([{ what, name: HASH, path }]);
  });

  test('reads a hash with leading zeros and in capitals', async () => {
    const node = answeringNode({ ...things, chain_getClassHashAt: () => '0x1' });
    expect(await pathsOf(node, '0x000ABC')).toEqual(['/contract/0xabc']);
    expect(node.paramsOf('chain_getClassHashAt')).toMatchObject({ contract_address: '0xabc' });
    expect(await pathsOf(node, '0x0')).toEqual(['/contract/0x0']);
  });

  test('finds what the node knows by a part of a name, and leads to it', async () => {
    const node = answeringNode(things);
    expect(await find(node.node, 'erc')).toEqual([
      { what: 'Contract', name: `ERC20 ${STRK}`, path: `/contract/${STRK}` },
      { what: 'Class', name: `ERC20 ${ERC20}`, path: `/class/${ERC20}` },
    ]);
    expect(await pathsOf(node, 'gold')).toEqual(['/contract/0x901d']);
    expect(await pathsOf(node, 'transfer')).toEqual(['/txs?function=transfer', '/events?name=Transfer']);
    expect(await pathsOf(node, 'message')).toEqual([`/tx/${HASH}`]);
    expect(await pathsOf(node, 'vault')).toEqual([`/tx/${HASH}`]);
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
    expect((await find(node, 'vault')).map(({ path }) => path)).toEqual([`/tx/${HASH}`]);
    expect(asked).toEqual([undefined, 300, 200, 100]);
  });

  test('reads long decimal numbers as addresses', async () => {
    const node = answeringNode({ ...things, chain_getClassHashAt: () => ERC20 });
    expect(await pathsOf(node, BigInt(STRK).toString())).toEqual([`/contract/${STRK}`]);
  });

  test('finds addresses by the labels of this browser', async () => {
    setLabel('0x77', 'Treasury');
    expect(await find(answeringNode(things).node, 'treas')).toEqual([
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

  test('lists at most twenty things', async () => {
    const found = Array.from({ length: 40 }, (_, i) => row('CONTRACT', 'Counter', `0x${i}`));
    const node = answeringNode({ ...things, sandbox_search: () => ({ found, next: null }) });
    expect(await pathsOf(node, 'counter')).toEqual(Array.from({ length: 20 }, (_, i) => `/contract/0x${i}`));
  });
});
