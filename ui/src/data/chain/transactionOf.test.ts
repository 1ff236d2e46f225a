import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode, notFound } from '../../../test/answeringNode.ts';
import { transactionOf } from './transactionOf.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const ONE = `0x284c${'1'.repeat(56)}a21a`;
const OTHER = `0x4182${'2'.repeat(56)}a21a`;
const THIRD = `0x4182${'3'.repeat(56)}beef`;

const startNode = () =>
  answeringNode({
    chain_getTransactionStatus: notFound,
    chain_getBlockTransactionCount: notFound,
    chain_getClassHashAt: notFound,
    chain_getClass: notFound,
    sandbox_search: ({ text }: { text: string }) => ({
      found: [ONE, OTHER, THIRD].filter((hash) => hash.startsWith(text)).map((hash) => ({ kind: 'TRANSACTION', hash })),
      next: null,
    }),
  });

test.each([
  ['0x284c', ONE],
  [' 0x4182…a21a ', OTHER],
  ['0x4182...beef', THIRD],
  [ONE.toUpperCase().replace('X', 'x'), ONE],
])('a transaction is found by %s', async (text, hash) => {
  expect(await transactionOf(startNode().node, text)).toBe(hash);
});

test('a part of several hashes, or of none, is refused with what to do', async () => {
  const { node } = startNode();
  await expect(transactionOf(node, '0x4182')).rejects.toThrow('2 transactions have a hash like 0x4182: give more');
  await expect(transactionOf(node, '0x9999')).rejects.toThrow('No transaction here has a hash like 0x9999');
});
