import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { labels } from '../stores/labels.ts';
import { contractOf, recipientOf } from './recipientOf.ts';

afterEach(() => {
  labels.set(new Map());
  vi.unstubAllGlobals();
});

const startNode = () =>
  answeringNode({
    sandbox_getPredeployedAccounts: () => [{ address: '0x00a0' }, { address: '0xa1' }],
    sandbox_search: () => ({ found: [{ kind: 'CONTRACT', name: 'Bob', hash: '0xbad' }], next: null }),
  }).node;

test('an address, an account and a whole label name somebody', async () => {
  const node = startNode();
  labels.set(new Map([['0xb0b', 'Bob']]));
  expect(await recipientOf(node, ' 0x00AB ')).toBe('0xab');
  expect(await recipientOf(node, 'Account 0')).toBe('0xa0');
  expect(await recipientOf(node, 'bob')).toBe('0xb0b');
  expect(await recipientOf(node, String(2n ** 200n))).toBe(`0x${(2n ** 200n).toString(16)}`);
});

test.each([
  ['Bo', 'Nobody is called Bo'],
  ['account 2', 'There is no account 2'],
  ['Twin', '2 addresses have the label Twin'],
  ['0', 'Nobody is called 0'],
  ['STRK', 'Nobody is called STRK'],
])('%s names nobody, although something with that text in its name exists', async (text, message) => {
  labels.set(
    new Map([
      ['0xb0b', 'Bob'],
      ['0x1', 'Twin'],
      ['0x2', 'twin'],
    ]),
  );
  await expect(recipientOf(startNode(), text)).rejects.toThrow(message);
});

test('a node that refuses to list its accounts is not said to have none', async () => {
  const { node } = answeringNode({});
  await expect(recipientOf(node, 'account 0')).rejects.toThrow('Method not found');
});

test('a contract has the name of its class too, but a part of it is not enough', async () => {
  const node = startNode();
  expect(await contractOf(node, 'bob')).toBe('0xbad');
  expect(await contractOf(node, 'account 0')).toBe('0xa0');
  await expect(contractOf(node, 'Bo')).rejects.toThrow('Nobody is called Bo');
});
