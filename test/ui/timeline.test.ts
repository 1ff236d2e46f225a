import { beforeAll, describe, expect, test } from 'vitest';
import { rpc, startServer } from '../support/server.ts';
import { canOpen } from './openPage.ts';
import { usePage } from './usePage.ts';

describe.runIf(canOpen)('the timeline', () => {
  const tests = usePage(() => startServer('--ui'));
  beforeAll(async () => {
    for (const amount of [1, 2, 3]) await rpc(tests.node.url, 'devnet_mint', { address: '0x77', amount });
  });

  const newest = () => rpc<number>(tests.node.url, 'starknet_blockNumber');

  test('restores a block, shows what it left as a branch, compares with it, and drops it, all by keyboard', async () => {
    const { page, complaints } = await tests.open('/timeline');
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
  });

  test('leaves the focus where it is in the form for a name when the chain changes', async () => {
    const id = await rpc<string>(tests.node.url, 'devnet_snapshot');
    const { page } = await tests.open('/timeline');
    await page.getByTitle('The connection to the node: Live').waitFor();
    await page.getByRole('button', { name: `Rename snapshot ${id}`, exact: true }).click();
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate('document.activeElement.textContent');
    expect(await focused()).toBe('Save');
    await rpc(tests.node.url, 'devnet_mint', { address: '0x77', amount: 4 });
    await page.getByRole('link', { name: `Block ${await newest()}`, exact: true }).waitFor();
    expect(await focused()).toBe('Save');
  });

  test('folds a long run of blocks, and opens it', async () => {
    for (let i = 0; i < 15; i++) await rpc(tests.node.url, 'devnet_createBlock');
    const { page } = await tests.open('/timeline');
    const show = page.getByRole('button', { name: /^Show \d+ blocks$/ });
    await show.first().waitFor({ timeout: 40_000 });
    const restore = page.getByRole('button', { name: /^Restore block/ });
    const folded = await restore.count();
    await show.first().click();
    await page.getByRole('button', { name: 'Fold', exact: true }).waitFor({ timeout: 40_000 });
    expect(await restore.count()).toBeGreaterThan(folded + 5);
  });
});
