// Actions stand where people look for them.
import { describe, expect, test } from 'vitest';
import { rpc, startServer } from '../support/server.ts';
import { faultsInBothThemes } from './axe.ts';
import { senderOf } from './filledNode.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

describe.runIf(canOpen)('somebody who acts on the page', () => {
  const tests = usePage(() => startServer('--ui'));

  test('is offered three actions on an empty chain', async () => {
    const { page } = await tests.open('/');
    for (const name of ['Send a call', 'Mint tokens', 'Declare a class'])
      await page.getByRole('link', { name }).waitFor(SLOW);
    await page.getByText('Only here:').waitFor(SLOW);
    await page.getByRole('link', { name: 'Declare a class' }).click();
    await page.getByRole('heading', { level: 1, name: 'Classes' }).waitFor(SLOW);
  });

  test('makes a block and moves the clock on the dashboard', async () => {
    const { url } = tests.node;
    const { page } = await tests.open('/');
    const before = await rpc<number>(url, 'starknet_blockNumber');
    await page.getByRole('button', { name: 'Make a block' }).click(SLOW);
    await page.getByText(`The new block ${before + 1} was made.`).waitFor(SLOW);
    expect(await rpc(url, 'starknet_blockNumber')).toBe(before + 1);
    await page.getByRole('button', { name: '+ 1 day' }).click(SLOW);
    await page.getByText(`The clock moved by 1 day, in the new block ${before + 2}.`).waitFor(SLOW);
    await page.getByText('1 d ahead').waitFor(SLOW);
  });

  test('chooses on the dashboard when blocks are made', async () => {
    const { url } = tests.node;
    const { page, complaints } = await tests.open('/');
    const tile = page.locator('.tile', { hasText: 'Open block' });
    await tile.getByText('a block per transaction').first().waitFor();
    const dialog = page.getByRole('dialog', { name: 'When blocks are made' });
    const choose = async (kind: string, seconds?: string) => {
      await tile.getByRole('button', { name: 'Change the block mode' }).click();
      await dialog.getByLabel('Block mode').selectOption(kind);
      if (seconds !== undefined) await dialog.getByLabel('Seconds').fill(seconds);
      await dialog.getByRole('button', { name: 'Set the block mode' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const mode = async () =>
      (await rpc<{ block_generation_on: unknown }>(url, 'sandbox_getOverview')).block_generation_on;
    await choose('interval', '90');
    await tile.getByText('a block every').waitFor();
    expect(await mode()).toEqual({ interval: 90 });
    await choose('demand');
    await tile.getByText('blocks on demand').waitFor();
    await choose('transaction');
    await tile.getByText('a block per transaction').waitFor();
    expect(await mode()).toBe('transaction');
    expect(complaints).toEqual([]);
  });

  test('sets gas prices on the dashboard, and sees from when they hold', async () => {
    const { page, complaints } = await tests.open('/');
    const tile = page.locator('.tile', { hasText: 'L2 gas price' });
    await tile.getByRole('button', { name: 'Set the gas prices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Gas prices' });
    await dialog.getByText('from the next block on').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await dialog.getByLabel('L2 gas').fill('much');
    await dialog.getByText('Write 5 gfri, 1 gwei, or 250 fri.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Set the prices' }).isDisabled()).toBe(true);
    await dialog.getByLabel('L2 gas').fill('5 gfri');
    await dialog.getByLabel('L1 data gas').fill('2 gwei');
    await dialog.getByRole('button', { name: 'Set the prices' }).click();
    await tile.getByText('5 gfri, data 2 gwei from the next block').waitFor();
    await tile.getByText('1 gfri', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Make a block' }).click();
    await tile.getByText('5 gfri', { exact: true }).waitFor();
    await tile.getByText('from the next block').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('mints on the screen of accounts', async () => {
    const { page } = await tests.open('/accounts');
    await page.getByLabel('To', { exact: true }).fill('account 1');
    await page.getByLabel('Amount in tokens').fill('2.5');
    await page.getByRole('button', { name: 'Mint' }).click(SLOW);
    await page.getByText('2.5 STRK were minted to account 1, 0x').waitFor(SLOW);
    await page.getByRole('table', { name: 'Predeployed accounts' }).getByText('1,002.5').waitFor(SLOW);
  });

  test('impersonates an account on its screen', async () => {
    const { accounts } = await senderOf(tests.node.url);
    const { page } = await tests.open(`/contract/${accounts[2]!.address}`);
    await page.getByRole('button', { name: 'Impersonate' }).click(SLOW);
    await page.getByRole('button', { name: 'Stop impersonating' }).click(SLOW);
    await page.getByRole('button', { name: 'Impersonate', exact: true }).waitFor(SLOW);
  });
});
