import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, rpc, startServer } from '../support/server.ts';
import { canOpen, launch, openPage } from './openPage.ts';

describe.runIf(canOpen)('the timeline', () => {
  let server: RunningServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer('--ui');
    browser = await launch();
    for (const amount of [1, 2, 3]) await rpc(server.url, 'devnet_mint', { address: '0x77', amount });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const newest = () => rpc<number>(server.url, 'starknet_blockNumber');

  test('restores a block, shows what it left as a branch, compares with it, and drops it, all by keyboard', async () => {
    const { page, complaints } = await openPage(browser, server.url, '/timeline');
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await press('Restore block 1');
    await page.getByText('branch 1').waitFor();
    const box = await page.getByRole('listitem').filter({ hasText: 'Block 1' }).boundingBox();
    expect(box!.height).toBeLessThan(60);
    expect((await page.locator('.graph circle').first().boundingBox())!.width).toBeGreaterThan(5);
    expect(await newest()).toBe(1);

    await press('Compare snapshot 0x1');
    await page.getByRole('heading', { name: 'From snapshot 0x1 to now' }).waitFor();
    await page.getByRole('table', { name: 'Balances' }).getByRole('link', { name: '0x77' }).waitFor();

    await press('Rename snapshot 0x1');
    await page.keyboard.type('three mints');
    await page.keyboard.press('Enter');
    await press('Restore three mints');
    await expect.poll(newest).toBe(3);
    await press('Drop three mints');
    await expect.poll(() => page.getByText('three mints').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
