// Forms take names in place of addresses, and amounts in tokens.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { rpc } from '../support/server.ts';
import { STRK, startFilledNode } from './filledNode.ts';
import { holdRequests } from './holdRequests.ts';
import { canOpen } from './openPage.ts';
import { usePage } from './usePage.ts';

describe.runIf(canOpen)('somebody who types names', () => {
  const tests = usePage(startFilledNode);

  const balanceOf = async (address: string): Promise<string> =>
    (await rpc<{ amount: string }>(tests.node.url, 'devnet_getAccountBalance', { address })).amount;
  const openFunction = async (page: Page, name: string) => {
    const card = page.locator('details.function', { has: page.getByText(name, { exact: true }) });
    await card.locator('summary').click();
    return card;
  };

  test('reads a balance by the name of an account', async () => {
    const { page, complaints } = await tests.open(`/contract/${STRK}`);
    const form = await openFunction(page, 'balance_of');
    const account = form.getByLabel('account: ContractAddress');
    await form.getByText('0x…, account 1, a label or a name').waitFor();
    await account.fill('account 3');
    await page.keyboard.press('Enter');
    await form.getByRole('status').getByText('1,000 STRK').waitFor();
    // The field has the address then, and its name stands below it.
    await expect.poll(() => account.inputValue()).toBe(tests.node.accounts[3]!.address);
    await form.locator('.hint', { hasText: 'account 3' }).waitFor();
    const suggested = form.locator('datalist option', { hasText: 'account 4' });
    await expect.poll(() => suggested.getAttribute('value')).toBe(tests.node.accounts[4]!.address);
    await account.fill('account 99');
    await form.getByRole('button', { name: 'Call' }).click();
    await form.getByRole('alert').getByText('There is no account 99').waitFor();
    expect(complaints).toEqual([]);
  });

  test('sends an amount in tokens to a contract by its name, and sees what the amount means', async () => {
    const { page } = await tests.open(`/contract/${STRK}?tab=write`);
    const form = await openFunction(page, 'transfer');
    await form.getByLabel('recipient: ContractAddress').fill('Vault');
    const amount = form.getByLabel('amount: u256');
    await amount.fill('5');
    await form.getByText('= 0.000000000000000005 STRK').waitFor();
    await amount.fill('1.5');
    await form.getByRole('button', { name: 'Send' }).click();
    const fault = 'amount: A whole number of the smallest unit is needed. For 1.5 STRK, write 1.5 STRK or 1.5e18.';
    await form.getByRole('alert').getByText(fault, { exact: true }).waitFor();
    await amount.fill('1.5 strk');
    await form.getByText('= 1.5 STRK').waitFor();
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByRole('status').getByText('succeeded').waitFor();
    await form.locator('.hint', { hasText: 'Vault' }).waitFor();
    const vault = await form.getByLabel('recipient: ContractAddress').inputValue();
    expect(await balanceOf(vault)).toBe('1500000000000000000');
  });

  test('simulates with names, and reads of whom a field has the address', async () => {
    const { page } = await tests.open('/simulate');
    await page.getByLabel('As', { exact: true }).fill('account 2');
    const call = page.getByRole('group', { name: 'Call 1' });
    await call.getByLabel('Contract', { exact: true }).fill('STRK');
    await page.keyboard.press('Tab');
    await call.getByLabel('Function').selectOption('transfer');
    await call.locator('.hint', { hasText: 'StarkNet Token (STRK)' }).waitFor();
    await page.getByText('Signed in this page with the key of account 2.').waitFor();
    await call.getByLabel(/^recipient/).fill('account 3');
    await call.getByLabel(/^amount/).fill('2.5 STRK');
    await page.getByText('What if: another block').click();
    await page.getByRole('button', { name: 'Other balance' }).click();
    const balance = page.getByRole('group', { name: 'Balance' });
    await balance.getByLabel('Account').fill('account 2');
    await balance.getByLabel('Token').fill('STRK');
    await balance.getByLabel('Amount').fill('1e21');
    await page.keyboard.press('Enter');
    const changes = page.getByRole('table', { name: 'Balance changes' });
    await changes.getByRole('row').filter({ hasText: 'account 3' }).getByText('+2.5').waitFor();
    expect(await balance.getByLabel('Account').inputValue()).toBe(tests.node.accounts[2]!.address);
    await balance.locator('.hint', { hasText: 'account 2' }).waitFor();
    expect(await balance.getByLabel('Token').inputValue()).toBe('STRK');
    // What is wrong with a field stands there alone.
    await call.getByLabel(/^recipient/).fill('nobody');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText('Nobody is called nobody').waitFor();
    expect(await page.getByText('Nobody is called nobody').count()).toBe(1);
    expect(await page.locator('.failure').count()).toBe(0);
  });

  test('reads balances of a token by its symbol', async () => {
    const { page } = await tests.open('/accounts');
    await page.getByLabel('Token', { exact: true }).last().fill('STRK');
    await page.getByLabel('One more owner').fill('Shop');
    await page.getByRole('button', { name: 'Read balances' }).click();
    const table = page.getByRole('table', { name: 'Balances of STRK' });
    await table.getByRole('link', { name: 'Shop' }).waitFor();
    await table.getByRole('link', { name: 'account 0' }).waitFor();
  });

  test('runs a control with the name of an account, and is told of a bad one before anything is sent', async () => {
    const { page } = await tests.open('/controls');
    await page.getByText('devnet_mint', { exact: true }).click();
    const address = page.getByLabel('address', { exact: true });
    await address.fill('bob');
    await page.getByLabel('amount', { exact: true }).fill('7');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('.failure').getByText('address: Nobody is called bob: give an address').waitFor();
    expect(await page.locator('.exchange').count()).toBe(0);
    const before = BigInt(await balanceOf(tests.node.accounts[4]!.address));
    await address.fill('account 4');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('.exchange').waitFor();
    expect(BigInt(await balanceOf(tests.node.accounts[4]!.address))).toBeGreaterThan(before);
  });

  test('pastes addresses with a blank behind them', async () => {
    const { page } = await tests.open('/simulate');
    const from = page.getByLabel('As', { exact: true });
    await from.fill(`${tests.node.accounts[2]!.address} `);
    await page.getByText('Signed in this page with the key of account 2.').waitFor();
    expect(await from.inputValue()).toBe(tests.node.accounts[2]!.address);
    const call = page.getByRole('group', { name: 'Call 1' });
    await call.getByLabel('Contract', { exact: true }).fill(` ${STRK} `);
    await call.getByLabel('Function').selectOption('transfer');
  });

  test('sends once, however often Send is pressed while a name is read', async () => {
    const { page } = await tests.open(`/contract/${STRK}?tab=write`);
    const held = await holdRequests(page, '_search"');
    const form = await openFunction(page, 'transfer');
    await form.getByLabel('recipient: ContractAddress').fill('Vault');
    const amount = form.getByLabel('amount: u256');
    await amount.fill('5');
    const nonce = () =>
      rpc<string>(tests.node.url, 'starknet_getNonce', {
        block_id: 'latest',
        contract_address: tests.node.accounts[0]!.address,
      });
    const before = BigInt(await nonce());
    await amount.press('Enter');
    await form.getByRole('button', { name: 'Sending…' }).waitFor();
    await amount.press('Enter');
    await held.made();
    await held.release();
    await form.getByRole('status').getByText('succeeded').waitFor();
    expect(BigInt(await nonce())).toBe(before + 1n);
  });

  test('mints to a contract by its name, which becomes its address', async () => {
    const { page } = await tests.open('/accounts');
    const to = page.getByLabel('To', { exact: true });
    await to.fill('Vault');
    await page.getByLabel('Amount in tokens').fill('0,5');
    await page.getByText('Give a number with at most 18 decimals, such as 0.5.').waitFor();
    expect(await page.getByRole('button', { name: 'Mint' }).isDisabled()).toBe(true);
    await page.getByLabel('Amount in tokens').fill('0.5');
    await expect.poll(() => to.inputValue()).toMatch(/^0x/);
    await page.getByRole('button', { name: 'Mint' }).click();
    await page.getByText('0.5 STRK were minted to Vault, 0x').waitFor();
  });

  test('learns at once that a contract cannot send, but not of each digit that is typed', async () => {
    const { page } = await tests.open(`/contract/${STRK}?tab=write`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.postData() ?? ''));
    const form = await openFunction(page, 'transfer');
    await page.getByLabel('From').fill('0x12345');
    await page.getByText('Impersonated for this transaction.').waitFor();
    await page.getByLabel('From').fill('Vault');
    await form.getByLabel('amount: u256').focus();
    await page.getByText('Vault is no account and cannot send').waitFor();
    expect(await form.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.getByLabel('From').fill('0x123456');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await page.getByText('There is no contract at this address').waitFor();
    expect(asked.filter((body) => body.includes('0x12345"'))).toEqual([]);
    await page.getByLabel('From').fill(tests.node.accounts[1]!.address);
    await page.getByText('Signed in this page with the key of account 1.').waitFor();
    expect(await form.getByRole('button', { name: 'Send' }).isDisabled()).toBe(false);
  });
});
