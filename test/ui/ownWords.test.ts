// The page reads what it writes itself: names of cells, short hashes, balances; and what it says of them leads on.
import { describe, expect, test } from 'vitest';
import { faultsInBothThemes } from './axe.ts';
import { STRK, startFilledNode } from './filledNode.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

describe.runIf(canOpen)('somebody who takes the page at its word', () => {
  const tests = usePage(startFilledNode);

  test('watches a cell, and simulates with another value of it, by the name that the page shows', async () => {
    const { page } = await tests.open('/watch');
    await page.getByLabel('Contract').fill('STRK');
    await page.getByLabel('Variable').fill('ERC20_balances[account 1]');
    await page.getByRole('button', { name: 'Stop when it changes' }).click(SLOW);
    await page.getByText('When ERC20_balances[account 1] of STRK changes').waitFor(SLOW);
    await page.goto(`${tests.node.url}/ui/simulate`);
    const fields = page.getByRole('group', { name: 'Call 1' });
    await fields.getByLabel('Contract', { exact: true }).fill(STRK);
    await fields.getByLabel('Function').selectOption('transfer', SLOW);
    await fields.getByLabel(/^recipient/).fill('0x99');
    await fields.getByLabel(/^amount/).fill('7');
    await page.getByText('What if: another block').click();
    await page.getByRole('button', { name: 'Other storage' }).click();
    const storage = page.getByRole('group', { name: 'Storage' });
    await storage.getByLabel('Contract').fill(STRK);
    await storage.getByLabel('Variable').fill('ERC20_balances[account 0]');
    await storage.getByLabel('Value').fill('0');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText('insufficient balance').first().waitFor(SLOW);
    // The test says where its chain comes from.
    await page.getByRole('link', { name: 'Save state' }).click();
    await page.getByRole('heading', { name: 'State files' }).waitFor(SLOW);
  });

  test('sees an error although the form is long', async () => {
    const { page } = await tests.open('/simulate', { viewport: { width: 1280, height: 500 } });
    for (let i = 0; i < 6; i++) await page.getByRole('button', { name: 'Add a call' }).click(SLOW);
    const button = page.getByRole('button', { name: 'Simulate' });
    await button.scrollIntoViewIfNeeded();
    await button.click();
    await page.getByText('Call 1 has no contract').waitFor(SLOW);
    const top = () => page.getByText('Call 1 has no contract').evaluate((each) => each.getBoundingClientRect().top);
    await expect.poll(async () => (await top()) > 0 && (await top()) < 500, SLOW).toBe(true);
  });

  test('compares by a part of a hash, or one of the newest transactions', async () => {
    const { transfer, reverted, url } = tests.node;
    const { page } = await tests.open('/gas/compare');
    const before = page.getByRole('form', { name: 'Before' });
    await before.getByLabel('Transaction hash').fill('0x99999');
    await before.getByRole('button', { name: 'Show' }).click(SLOW);
    await before.getByText('No transaction here has a hash like 0x99999').waitFor(SLOW);
    await before.getByLabel('Transaction hash').fill(`${transfer.slice(0, 6)}…${transfer.slice(-4)}`);
    await before.getByRole('button', { name: 'Show' }).click(SLOW);
    await page.waitForURL(`${url}/ui/gas/compare?before=${transfer}`, SLOW);
    await page.getByRole('form', { name: 'After' }).getByLabel('One of the newest').selectOption(reverted, SLOW);
    await page.getByRole('table', { name: 'Differences by function' }).waitFor(SLOW);
    expect(await before.getByLabel('One of the newest').inputValue()).toBe(transfer);
  });

  test('goes from a balance to its history', async () => {
    const { page, complaints } = await tests.open(`/contract/${tests.node.accounts[1]!.address}`);
    await page.locator('.tile', { hasText: 'STRK' }).getByRole('link').click(SLOW);
    const card = page.locator('section.card', { has: page.getByRole('heading', { name: 'History' }) });
    await card.getByText('ERC20_balances[account 1]').waitFor(SLOW);
    await card.getByText('STRK.transfer').first().waitFor(SLOW);
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByRole('tab', { name: 'Storage' }).click();
    await page.getByRole('button', { name: 'ERC20_balances' }).first().waitFor(SLOW);
    expect(await card.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('sees no old result beside a field that is refused, and tries a call before it is sent', async () => {
    const { page } = await tests.open(`/contract/${STRK}?function=balance_of`);
    const form = page.locator('details.function', { hasText: 'balance_of' });
    await form.getByLabel(/^account/).fill('0x99');
    await form.getByRole('button', { name: 'Call', exact: true }).click(SLOW);
    await form.locator('.answer').waitFor(SLOW);
    await form.getByLabel(/^account/).fill('nobody');
    await form.getByRole('button', { name: 'Call', exact: true }).click();
    await form.locator('.answer').waitFor({ ...SLOW, state: 'detached' });
    await page.goto(`${tests.node.url}/ui/contract/${STRK}?function=transfer`);
    const transfer = page.locator('details.function[open]');
    await transfer.getByLabel(/^recipient/).fill('account 1');
    await transfer.getByLabel(/^amount/).fill('5000 STRK');
    await transfer.getByRole('button', { name: 'Send' }).click(SLOW);
    await transfer.locator('.answer').getByText('reverted').waitFor(SLOW);
    await transfer.getByLabel(/^recipient/).fill('nobody');
    await transfer.getByRole('button', { name: 'Send' }).click();
    await transfer.locator('.answer').waitFor({ ...SLOW, state: 'detached' });
    await transfer.getByLabel(/^recipient/).fill('account 1');
    await transfer.getByRole('button', { name: 'Simulate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Simulate' }).waitFor(SLOW);
    await page.getByRole('button', { name: 'Simulate' }).click(SLOW);
    await page.getByText('insufficient balance').first().waitFor(SLOW);
  });

  test('is told the members of an event, and finds the filters on a phone', async () => {
    const { page } = await tests.open('/events', { viewport: { width: 360, height: 760 } });
    const fold = page.getByRole('button', { name: 'Filters' });
    await fold.waitFor(SLOW);
    expect(await page.getByLabel('Members').isVisible()).toBe(false);
    expect(await faultsInBothThemes(page)).toEqual([]);
    await fold.click();
    await page.getByRole('textbox', { name: 'Event' }).fill('Transfer');
    await page.getByLabel('Members').fill('reciever=account 5');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByText('Transfer has from, to, value.').waitFor(SLOW);
    expect(await page.getByLabel('Members').isVisible()).toBe(true);
    expect(await faultsInBothThemes(page)).toEqual([]);
    // Where there is space, the filters are always there.
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto(`${tests.node.url}/ui/events`);
    await page.getByLabel('Members').waitFor(SLOW);
    expect(await fold.isVisible()).toBe(false);
  });

  test('goes to contracts by their names, and sees where digits of a balance are left out', async () => {
    const { page } = await tests.open('/contracts');
    await page.getByRole('link', { name: 'Vault', exact: true }).click(SLOW);
    await page.getByRole('heading', { level: 1, name: 'Vault' }).waitFor(SLOW);
    await page.goto(`${tests.node.url}/ui/coverage`);
    await page.getByRole('table', { name: 'Coverage of contracts' }).getByRole('link', { name: 'Vault' }).click(SLOW);
    await page.getByRole('heading', { name: 'vault.cairo' }).waitFor(SLOW);
    await page.goto(`${tests.node.url}/ui/accounts`);
    const cut = page.getByRole('table', { name: 'Predeployed accounts' }).getByText(/^1,000\.?\d*…/);
    await cut.first().waitFor(SLOW);
    expect(await cut.first().getAttribute('title')).toMatch(/^1,000\.\d{18} STRK$/);
  });
});
