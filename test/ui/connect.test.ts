// How other devices and wallets are pointed at a node.
import { describe, expect, test } from 'vitest';
import { rpc, startServer } from '../support/server.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

describe.runIf(canOpen)('the screen Connect', () => {
  const tests = usePage(() => startServer('--ui'));

  test('has no QR code of an address that other devices cannot reach, and says how to be reached', async () => {
    const { page, complaints } = await tests.open('/connect');
    await page.getByText('Start the node with --host 0.0.0.0').waitFor(SLOW);
    expect(await page.locator('svg.qr').count()).toBe(0);
    await page.getByText('add a custom network with this URL and this chain id').waitFor(SLOW);
    await page.getByRole('tab', { name: 'Wallet for tests' }).click(SLOW);
    await page.getByText('This node was started without --wallet').waitFor(SLOW);
    expect(complaints).toEqual([]);
  });
});

describe.runIf(canOpen)('the screen Connect of a node with a wallet', () => {
  const tests = usePage(() => startServer('--ui', '--wallet'));

  test('says that the wallet is on, as the node does', async () => {
    expect(await rpc(tests.node.url, 'sandbox_getConfig')).toMatchObject({ wallet: 'approve' });
    expect(await rpc(tests.node.url, 'devnet_getConfig')).not.toHaveProperty('wallet');
    const { page } = await tests.open('/connect?tab=wallet');
    await page.getByText('the wallet is on, and approves by itself').waitFor(SLOW);
  });
});
