import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../../../test/browserStorage.ts';
import type { Fired } from './fired.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const fired = (transactionHash: string): Fired => ({
  rule: { kind: 'revert' },
  match: { blockNumber: 7, transactionHash, text: 'trade' },
  count: 1,
});

/** The file of a page that is opened now. */
async function open() {
  vi.resetModules();
  return import('./alerts.ts');
}

test('what has fired in a tab lasts when the page is loaded again, except of a sandbox in the page', async () => {
  vi.stubGlobal('sessionStorage', browserStorage());
  const first = await open();
  first.addAlert(fired('0x1'), true);
  first.markRead();
  first.addAlert(fired('0x2'), false);
  first.addAlert(fired('0x3'), true);
  const { alerts } = await open();
  expect(alerts.get().map(({ match, isRead }) => [match.transactionHash, isRead])).toEqual([
    ['0x3', false],
    ['0x1', true],
  ]);
});

test('what another page wrote there is left out', async () => {
  vi.stubGlobal('sessionStorage', browserStorage());
  sessionStorage.setItem('starbox-alerts', JSON.stringify([null, 5, { rule: { kind: 'revert' } }, fired('0x4')]));
  expect((await open()).alerts.get()).toHaveLength(1);
  sessionStorage.setItem('starbox-alerts', '{');
  expect((await open()).alerts.get()).toEqual([]);
});
