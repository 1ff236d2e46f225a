import { afterEach, describe, expect, test, vi } from 'vitest';
import { type AnsweringNode, answeringNode, notFound } from '../../../test/answeringNode.ts';
import { find } from './search.ts';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const ERC20 = '0x9524a94b41c4440a16fd96d7c1ef6ad6f44c1c013e96662734502cd4ee9b1f';
const HASH = '0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';

const things = {
  chain_blockNumber: () => 7,
  chain_getTransactionStatus: notFound,
  chain_getBlockTransactionCount: notFound,
  chain_getClassHashAt: notFound,
  chain_getClass: notFound,
  sandbox_getContracts: () => ({
    contracts: [
      { contract_name: 'ERC20', contract_address: STRK },
      { contract_name: null, contract_address: '0x1234abcd' },
    ],
  }),
  sandbox_getClasses: () => ({ classes: [{ contract_name: 'ERC20', class_hash: ERC20 }] }),
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

  test('finds contracts and classes by a part of their name, in capitals or not', async () => {
    const node = answeringNode(things);
    expect(await find(node.node, 'erc')).toEqual([
      { what: 'Contract', name: `ERC20 ${STRK}`, path: `/contract/${STRK}` },
      { what: 'Class', name: `ERC20 ${ERC20}`, path: `/class/${ERC20}` },
    ]);
  });

  test('finds contracts without a name by the beginning of their address, from four characters on', async () => {
    const node = answeringNode(things);
    expect(await pathsOf(node, '0x1')).toEqual([]);
    expect(await pathsOf(node, '0x12')).toEqual(['/contract/0x1234abcd']);
    expect((await find(node.node, '0x12'))[0]!.name).toBe(' 0x1234abcd');
  });

  test('lists a thing once that it found in two ways', async () => {
    const node = answeringNode({ ...things, chain_getClassHashAt: () => ERC20 });
    expect(await pathsOf(node, STRK)).toEqual([`/contract/${STRK}`]);
  });

  test('lists at most twelve things', async () => {
    const contracts = Array.from({ length: 40 }, (_, i) => ({ contract_name: 'Counter', contract_address: `0x${i}` }));
    const node = answeringNode({ ...things, sandbox_getContracts: () => ({ contracts }) });
    expect(await pathsOf(node, 'counter')).toEqual(Array.from({ length: 12 }, (_, i) => `/contract/0x${i}`));
  });
});
