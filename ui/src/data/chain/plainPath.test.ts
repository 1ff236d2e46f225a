import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { setLabel } from '../stores/labels.ts';
import { plainPath } from './plainPath.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['balances[account 0]', 'balances[0xa0]'],
  ['allowances[account 1, Bob].low', 'allowances[0xa1,0xb0b].low'],
  ['allowances[Bob][(0x7, Vault)]', 'allowances[0xb0b][(0x7,0xca)]'],
  ['prices[Gold (GLD)]', 'prices[0x901d]'],
  ["roles['account 0']", "roles['account 0']"],
  ['points[3].x', 'points[3].x'],
  ['points[nobody]', 'points[nobody]'],
  ['total', 'total'],
  ['0x5', '0x5'],
])('the names in %s become addresses: %s', async (typed, path) => {
  const named = [
    { kind: 'CONTRACT', name: 'Vault', hash: '0xca' },
    { kind: 'TOKEN', name: 'Gold (GLD)', hash: '0x901d' },
  ];
  const { node } = answeringNode({
    sandbox_getPredeployedAccounts: () => [{ address: '0xa0' }, { address: '0xa1' }],
    sandbox_search: ({ text }: { text: string }) => ({ found: named.filter(({ name }) => name === text) }),
  });
  setLabel('0xb0b', 'Bob');
  expect(await plainPath(node, typed)).toBe(path);
});
