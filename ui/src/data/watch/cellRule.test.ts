import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode, notFound } from '../../../test/answeringNode.ts';
import { cellRule } from './cellRule.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a cell is watched by the name of its contract and its own, if the node knows it', async () => {
  const { node, paramsOf } = answeringNode({
    sandbox_search: ({ text }: { text: string }) => ({
      found: text === 'Market' ? [{ kind: 'CONTRACT', name: 'Market', hash: '0xa' }] : [],
    }),
    sandbox_getStorageWriters: ({ key }: { key: string }) =>
      key === 'trades' || key === '0x7' ? { path: 'trades', type: 'u64', keys: ['0x7'], writes: [] } : notFound(),
  });
  expect(await cellRule(node, ' Market ', ' trades ')).toEqual({ kind: 'cell', address: '0xa', cell: 'trades' });
  expect(paramsOf('sandbox_getStorageWriters')).toMatchObject({ contract_address: '0xa' });
  expect(await cellRule(node, '0x0A', 'trades')).toMatchObject({ address: '0xa' });
  await expect(cellRule(node, 'Shop', 'trades')).rejects.toThrow('No contract is called Shop');
  await expect(cellRule(node, 'Market', 'tradez')).rejects.toThrow('Contract not found');
});
