import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { labels } from '../stores/labels.ts';
import { memberFilter } from './memberFilter.ts';

afterEach(() => {
  labels.set(new Map());
  vi.unstubAllGlobals();
});

const startNode = () =>
  answeringNode({ sandbox_getPredeployedAccounts: () => [{ address: '0xa0' }, { address: '0xa1' }] }).node;

test('accounts and labels become addresses, and other values stay', async () => {
  labels.set(new Map([['0xb0b', 'Bob']]));
  const typed = ' to = account 1 ,from=bob, value=5, note=a=b,';
  expect(await memberFilter(startNode(), typed)).toBe('to=0xa1, from=0xb0b, value=5, note=a=b');
});

test.each([
  ['banana', 'This is none: banana'],
  ['to=0x1, =5', 'This is none: =5'],
  ['to=', 'This is none: to='],
  ['to=account 2', 'There is no account 2'],
])('%s is refused with the reason, and is not left out', async (text, reason) => {
  await expect(memberFilter(startNode(), text)).rejects.toThrow(reason);
});
