import { afterEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { browserStorage } from '../../../test/browserStorage.ts';
import type { Fired } from './fired.ts';

afterEach(() => {
  // The next file in this process begins with modules of its own.
  vi.resetModules();
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

/** A node at an address, whose chain begins with a block. */
function nodeAt(address: string, block_hash?: string) {
  const { node } = answeringNode(block_hash ? { chain_getBlockWithTxHashes: () => ({ block_hash }) } : {});
  Object.assign(node.connection, { address });
  return node;
}

const hashesOf = (list: readonly Fired[]) => list.map(({ match }) => match.transactionHash);

test('what has fired in a tab lasts when the page is loaded again, except of a sandbox in the page', async () => {
  vi.stubGlobal('sessionStorage', browserStorage());
  const first = await open();
  const node = nodeAt('http://a', '0x1');
  await first.addAlert(node, fired('0x1'));
  first.markRead(node);
  await first.addAlert(nodeAt('a sandbox in this browser'), fired('0x2'));
  await first.addAlert(node, fired('0x3'));
  const { alerts } = await open();
  expect(alerts.get().map(({ match, isRead }) => [match.transactionHash, isRead])).toEqual([
    ['0x3', false],
    ['0x1', true],
  ]);
});

test('what another page wrote there is left out', async () => {
  vi.stubGlobal('sessionStorage', browserStorage());
  const address = 'http://a';
  const stored = [null, 5, { rule: { kind: 'revert' }, address }, fired('0x4'), { ...fired('0x5'), address }];
  sessionStorage.setItem('starbox-alerts', JSON.stringify(stored));
  expect(hashesOf((await open()).alerts.get())).toEqual(['0x5']);
  sessionStorage.setItem('starbox-alerts', '{');
  expect((await open()).alerts.get()).toEqual([]);
});

test('a page of another node, or of a chain that was started since, has none of them', async () => {
  const { addAlert, alerts, alertsOf, markRead } = await open();
  await addAlert(nodeAt('http://a', '0x1'), fired('0xa1'));
  await addAlert(nodeAt('http://a', '0x2'), fired('0xa2'));
  // The first block of a fork may not be known.
  await addAlert(nodeAt('http://a'), fired('0xa3'));
  await addAlert(nodeAt('http://b', '0x2'), fired('0xb2'));
  const shown = (address: string, firstBlock?: string) => hashesOf(alertsOf(alerts.get(), address, firstBlock));
  expect(shown('http://a', '0x1')).toEqual(['0xa3', '0xa1']);
  expect(shown('http://a', '0x2')).toEqual(['0xa3', '0xa2']);
  expect(shown('http://a')).toEqual(['0xa3', '0xa2', '0xa1']);
  expect(shown('http://b', '0x2')).toEqual(['0xb2']);
  markRead(nodeAt('http://b'));
  expect(hashesOf(alerts.get().filter(({ isRead }) => isRead))).toEqual(['0xb2']);
});

test('the page counts those of the chain that it shows', async () => {
  const { addAlert, useAlerts } = await open();
  const { renderHook } = await import('../../../test/renderHook.ts');
  const other = nodeAt('http://b', '0x2');
  const before = renderHook(other, useAlerts, undefined);
  await addAlert(nodeAt('http://a', '0x1'), fired('0xa1'));
  await addAlert(nodeAt('http://b', '0x1'), fired('0xb1'));
  expect(before.result).toEqual([]);
  await addAlert(other, fired('0xb2'));
  await expect.poll(() => hashesOf(before.result)).toEqual(['0xb2']);
  await before.end();
});
