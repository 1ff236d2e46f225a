import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { labels } from '../stores/labels.ts';
import { addressOf, contractNamed } from './addressOf.ts';

afterEach(() => {
  labels.set(new Map());
  vi.unstubAllGlobals();
});

const CHAIN = [
  { kind: 'ACCOUNT', name: '1', hash: '0xacc' },
  { kind: 'TOKEN', name: 'Gold Coin (GLD)', hash: '0x901d' },
  { kind: 'CONTRACT', name: 'DeskFactory', hash: '0xfac' },
  { kind: 'CONTRACT', name: 'Desk', hash: '0xde5c' },
  { kind: 'CONTRACT', name: 'Book', hash: '0xb1' },
  { kind: 'CONTRACT', name: 'Book', hash: '0xb2' },
  { kind: 'CLASS', name: 'Desk', hash: '0xc1a55' },
];

const nodeWith = (found: readonly object[] = CHAIN) => answeringNode({ sandbox_search: () => ({ found, next: null }) });

test.each([
  [' 0xAB ', '0xab'],
  ['1234567890123456789012345', '0x1056e0f36a6443de2df79'],
  ['account 1', '0xacc'],
  ['#1', '0xacc'],
  ['desk', '0xde5c'],
  ['DeskF', '0xfac'],
  ['gld', '0x901d'],
  ['Gold Coin', '0x901d'],
  ['gold', '0x901d'],
  ['nobody', 'nobody'],
])('%s means the whole name before a part of one', async (text, address) => {
  expect(await addressOf(nodeWith().node, text)).toBe(address);
});

test('a name of several addresses is an error that lists them', async () => {
  const { node } = nodeWith();
  await expect(addressOf(node, 'Book')).rejects.toThrow('2 addresses, so give the address: Book 0xb1, Book 0xb2');
  await expect(addressOf(node, 'Des')).rejects.toThrow('DeskFactory 0xfac, Desk 0xde5c');
});

test('a label comes before names of the chain, and a part of one is worth no more than theirs', async () => {
  labels.set(new Map([['0x1abe1', 'Desk']]));
  expect(await addressOf(nodeWith().node, 'desk')).toBe('0x1abe1');
  await expect(addressOf(nodeWith().node, 'Des')).rejects.toThrow('3 addresses');
  expect(await addressOf(nodeWith([]).node, 'Des')).toBe('0x1abe1');
});

test('an action needs the whole name of a contract', async () => {
  const { node } = nodeWith();
  expect(await contractNamed(node, 'Desk')).toBe('0xde5c');
  expect(await contractNamed(node, 'Gold')).toBeUndefined();
  await expect(contractNamed(node, 'Book')).rejects.toThrow('may mean 2 addresses');
});
