import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { rpc, startServer } from '../support/server.ts';
import { faultsInBothThemes, SIZES } from './axe.ts';
import { canOpen, newPage, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

const BUDGET_BYTES = 180_000;

describe.runIf(canOpen)('the page', () => {
  const tests = usePage(() => startServer('--ui'));

  test('is small: all its files are below 180 kB gzipped', () => {
    const folder = fileURLToPath(new URL('../../dist/ui', import.meta.url));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const sizes = files.map((entry) => gzipSync(readFileSync(join(entry.parentPath, entry.name)), { level: 9 }).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BUDGET_BYTES);
  });

  test('connects, and switches its theme, which it remembers', async () => {
    const { page, complaints } = await tests.open('/', { colorScheme: 'dark' });
    await page.getByTitle('The connection to the node: Live').waitFor();
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await background();
    await page.getByRole('button', { name: 'Theme: system' }).click();
    const light = await background();
    expect(light).not.toBe(dark);
    await page.reload();
    await page.getByRole('button', { name: 'Theme: light' }).waitFor();
    expect(await background()).toBe(light);
    expect(complaints).toEqual([]);
  });

  test('asks again and again where the WebSocket is away, says so, and goes back to notifications', async () => {
    const page = await newPage(tests.browser);
    let isAway = true;
    await page.routeWebSocket(/\/ws$/, (socket) => {
      if (isAway) socket.close();
      else socket.connectToServer();
    });
    await page.goto(`${tests.node.url}/ui/txs`);
    const bar = page.getByRole('status').filter({ hasText: 'gets no notifications and asks every two seconds' });
    await bar.waitFor(SLOW);
    await page.getByText('No transaction yet').waitFor(SLOW);
    const mint = () => rpc<{ tx_hash: string }>(tests.node.url, 'devnet_mint', { address: '0x77', amount: 1 });
    const snapshot_id = await rpc<string>(tests.node.url, 'devnet_snapshot');
    const { tx_hash } = await mint();
    await page.getByTitle(tx_hash).waitFor(SLOW);
    for (const [, viewport] of SIZES) {
      await page.setViewportSize(viewport);
      expect(await faultsInBothThemes(page), `${viewport.width}`).toEqual([]);
    }
    await rpc(tests.node.url, 'devnet_revert', { snapshot_id });
    await page.getByText('No transaction yet').waitFor(SLOW);
    expect(await page.getByText('does not answer').count()).toBe(0);
    isAway = false;
    await page.getByTitle('The connection to the node: Live').waitFor(SLOW);
    expect(await bar.count()).toBe(0);
    await page.getByTitle((await mint()).tx_hash).waitFor(SLOW);
  });

  test('goes to a screen only if g was pressed before its key', async () => {
    const { page } = await tests.open('/');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    // The times of keys count from the start of the page.
    await page.evaluate(`(() => {
      const event = new KeyboardEvent('keydown', { key: 'b' });
      Object.defineProperty(event, 'timeStamp', { value: 500 });
      window.dispatchEvent(event);
    })()`);
    expect(new URL(page.url()).pathname).toBe('/ui/');
  });

  test('says why it cannot copy where the browser has no clipboard for it', async () => {
    const { page, complaints } = await tests.open('/blocks');
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole('button', { name: 'Copy value' }).first().click();
    await page.getByText('The browser did not copy it.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('shows a way home where there is no screen', async () => {
    const { page } = await tests.open('/no/such/screen');
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  });
});
