import { beforeAll, describe, expect, test } from 'vitest';
import { rpc, startServer } from '../support/server.ts';
import { faultsInBothThemes, SIZES } from './axe.ts';
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
    await page.getByText('Restored block 1. What you left is kept as snapshot 0x1.').waitFor();
    await page.getByText('branch of 0x1').waitFor();
    const box = await page.getByRole('listitem').filter({ hasText: 'Block 1' }).boundingBox();
    expect(box!.height).toBeLessThan(60);
    expect((await page.locator('.graph circle').first().boundingBox())!.width).toBeGreaterThan(5);
    expect(await newest()).toBe(1);

    await press('Compare snapshot 0x1');
    await page.getByRole('heading', { name: 'From snapshot 0x1 to now' }).waitFor();
    await page.getByRole('table', { name: 'Balances' }).getByRole('link', { name: '0x77' }).waitFor();
    // The supply of the token has 59 digits: its ends are shown, and what it became is in sight.
    const cells = page.getByRole('table', { name: /^Storage of/ }).filter({ hasText: 'ERC20_total_supply' });
    await cells.waitFor();
    const over = await cells.locator('..').evaluate((element) => {
      const box = element as unknown as { scrollWidth: number; clientWidth: number };
      return box.scrollWidth - box.clientWidth;
    });
    expect(over).toBe(0);
    expect(await cells.locator('td').filter({ hasText: '…' }).count()).toBeGreaterThan(0);

    await press('Rename snapshot 0x1');
    await page.keyboard.type('three mints');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'From “three mints” to now' }).waitFor();
    await page.getByRole('heading', { name: 'StarkNet Token (STRK)' }).waitFor();
    await press('Restore three mints');
    await page.getByText('Restored “three mints”.').waitFor();
    await expect.poll(newest).toBe(3);
    await press('Drop three mints');
    await expect.poll(() => page.getByText('three mints').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('has an age for what is behind the clock of the chain, and a date for what is ahead of it', async () => {
    const { url } = tests.node;
    const before = await rpc<string>(url, 'devnet_snapshot');
    await rpc(url, 'devnet_increaseTime', { time: 5 * 86_400 });
    const ahead = await rpc<string>(url, 'devnet_snapshot');
    const { page } = await tests.open('/timeline');
    const row = (id: string) => page.getByRole('listitem').filter({ hasText: `snapshot ${id}` });
    await row(before).getByText('5 d ago').waitFor();
    // Back to where the clock was not moved yet, without another client's word about it.
    await page.getByRole('button', { name: `Restore snapshot ${before}`, exact: true }).click();
    await row(ahead)
      .getByText(/\(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\)/)
      .waitFor();
    // A clock that is set back leaves blocks before it that are ahead of it.
    await rpc(url, 'devnet_setTime', { time: 1_000_000, generate_block: true });
    await page.goto(`${url}/ui/blocks`);
    const ages = page.getByRole('table').locator('time');
    await expect
      .poll(async () => (await ages.allTextContents()).slice(0, 2))
      .toEqual([expect.stringMatching(/^(now|\d+ s ago)$/), expect.stringMatching(/^\d{4}-\d\d-\d\d /)]);
    for (const [, viewport] of SIZES) {
      await page.setViewportSize(viewport);
      expect(await faultsInBothThemes(page), `${viewport.width}`).toEqual([]);
    }
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
    await show.first().waitFor();
    const restore = page.getByRole('button', { name: /^Restore block/ });
    const folded = await restore.count();
    await show.first().click();
    await page.getByRole('button', { name: 'Fold', exact: true }).waitFor();
    expect(await restore.count()).toBeGreaterThan(folded + 5);
    // What the network itself writes is folded too.
    await page.getByRole('button', { name: 'Compare block 1', exact: true }).click();
    await page.locator('summary', { hasText: 'System contract 0x1, the hashes of earlier blocks' }).waitFor();
    expect(await page.getByRole('table', { name: 'Storage of 0x1', exact: true }).isVisible()).toBe(false);
  });

  test('lists the snapshots of other pages, with the way to their pages', async () => {
    const { url } = tests.node;
    const id = await rpc<string>(url, 'devnet_snapshot');
    const number = await newest();
    for (let i = 0; i < 105; i++) await rpc(url, 'devnet_createBlock');
    const { page, complaints } = await tests.open('/timeline');
    const list = page.getByRole('list', { name: 'Snapshots at blocks of other pages' });
    await list.getByRole('link', { name: `snapshot ${id}`, exact: true }).click();
    await page.getByRole('link', { name: `Block ${number}`, exact: true }).waitFor();
    await page.getByRole('button', { name: `Restore snapshot ${id}`, exact: true }).click();
    await expect.poll(newest).toBe(number);
    expect(complaints).toEqual([]);
  });
});
