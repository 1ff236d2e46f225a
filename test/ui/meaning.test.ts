// What numbers and hashes mean: names of accounts and tokens, amounts in tokens, balances that changed, labels of the user.
import { describe, expect, test } from 'vitest';
import { rpc } from '../support/server.ts';
import { STRK, startFilledNode } from './filledNode.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

describe.runIf(canOpen)('the page says what things mean', () => {
  const tests = usePage(startFilledNode);

  test('a transaction says who moved what to whom, and when', async () => {
    const { page } = await tests.open(`/tx/${tests.node.transfer}`);
    const main = page.locator('main');
    await main.getByText('Moved 0.000000000000000005 STRK from account 0 to account 1').waitFor(SLOW);
    await main.getByRole('link', { name: 'STRK.transfer' }).waitFor(SLOW);
    expect(await main.getByText(/^In block 1, .* ago, fee /).count()).toBe(1);
    const rows = main.getByRole('table', { name: 'Balance changes' }).locator('tbody tr');
    await rows.nth(3).waitFor(SLOW);
    const [sent, received, fee] = await rows.allTextContents();
    expect(sent).toMatch(/^account 0 −0\.000000000000000005STRK999\.99\d+$/);
    expect(received).toMatch(/^account 1 \+0\.000000000000000005STRK1,000\.000000000000000005$/);
    expect(fee).toMatch(/^account 0fee −0\.0012\d+STRK/);
  });

  test('a reverted transaction moved nothing but its fee', async () => {
    const { page } = await tests.open(`/tx/${tests.node.reverted}`);
    const rows = page.getByRole('table', { name: 'Balance changes' }).locator('tbody tr');
    await rows.first().waitFor(SLOW);
    for (const text of await rows.allTextContents()) expect(text).toContain('fee');
    expect(await page.getByText(/^Moved/).count()).toBe(0);
  });

  test('a block has the balances that its events and its storage changed', async () => {
    const { url } = tests.node;
    // No event tells of this one.
    const { address } = tests.node.accounts[3]!;
    await rpc(url, 'devnet_deal', { token: STRK, address, amount: '1002500000000000000000' });
    await rpc(url, 'devnet_createBlock');
    const { page } = await tests.open('/block/1?tab=balances');
    const rows = page.getByRole('table', { name: 'Balance changes' }).locator('tbody tr');
    await rows.getByText('+0.000000000000000005').waitFor(SLOW);
    const number = await rpc<number>(url, 'starknet_blockNumber');
    await page.goto(`${url}/ui/block/${number}?tab=balances`);
    await rows.getByText('+2.5').waitFor(SLOW);
  });

  test('changed digits of a cell are marked', async () => {
    const { page } = await tests.open(`/tx/${tests.node.transfer}?tab=state`);
    const row = page.getByRole('row', { name: 'ERC20_balances[account 1]' });
    await row.waitFor(SLOW);
    expect(await row.locator('mark').allTextContents()).toEqual(['5']);
  });

  test('a label of the user stands in place of the address, is found, and goes away again', async () => {
    const { address } = tests.node.accounts[1]!;
    const { page } = await tests.open(`/contract/${address}`);
    await page.getByRole('heading', { name: 'account 1' }).waitFor(SLOW);
    await page.getByRole('button', { name: 'Add a label' }).click();
    await page.getByLabel('Label', { exact: true }).fill('Treasury');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Treasury' }).waitFor(SLOW);
    await page.goto(`${tests.node.url}/ui/tx/${tests.node.transfer}`);
    await page.locator('main').getByText('to Treasury').first().waitFor(SLOW);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill('treas');
    await page.getByRole('option', { name: 'Treasury' }).click();
    await page.getByRole('button', { name: 'Change the label' }).click();
    await page.getByLabel('Label', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'account 1' }).waitFor(SLOW);
  });

  test('a view of a token answers in tokens', async () => {
    const { page } = await tests.open(`/contract/${STRK}`);
    await page.locator('dt', { hasText: /^total_supply$/ }).waitFor(SLOW);
    await page
      .locator('dt:text-is("total_supply") + dd')
      .getByText(/^[\d,.]+ STRK$/)
      .waitFor(SLOW);
  });
});
