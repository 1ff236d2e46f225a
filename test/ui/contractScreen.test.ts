// The screen of a contract, of an account, and of an address where there is no contract.
import { describe, expect, test } from 'vitest';
import { selectorOfName } from '../../src/abi/selector.ts';
import { rpc } from '../support/server.ts';
import { declare, readClass, STRK, startFilledNode } from './filledNode.ts';
import { canOpen, SLOW } from './openPage.ts';
import { styleOf } from './styleOf.ts';
import { usePage } from './usePage.ts';

describe.runIf(canOpen)('the screen of a contract', () => {
  const tests = usePage(startFilledNode);

  test('shows what views without parameters return at once, and follows them', async () => {
    const { page, complaints } = await tests.open(`/contract/${STRK}`);
    const value = (name: string) => page.locator(`dt:text-is("${name}") + dd`);
    await value('symbol').getByText('STRK', { exact: true }).waitFor(SLOW);
    await value('decimals').getByText('18', { exact: true }).waitFor(SLOW);
    const supply = await value('total_supply').textContent(SLOW);
    await rpc(tests.node.url, 'devnet_mint', { address: '0x99', amount: 5e18, unit: 'FRI' });
    await expect.poll(() => value('total_supply').textContent(), SLOW).not.toBe(supply);
    // Those with parameters have forms, and no fee balances stand above a contract that has none.
    await page.locator('details.function summary', { hasText: 'balance_of' }).waitFor(SLOW);
    expect(await page.locator('details.function summary', { hasText: 'total_supply' }).count()).toBe(0);
    expect(await page.locator('.tile').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('says why a view failed', async () => {
    const { url } = tests.node;
    const class_hash = await declare(url, readClass('erc20'));
    await rpc(url, 'devnet_setClassHash', { contract_address: '0x70cc', class_hash });
    await rpc(url, 'devnet_mockCall', {
      contract_address: '0x70cc',
      entry_point_selector: `0x${selectorOfName('symbol').toString(16)}`,
      retdata: [`0x${Buffer.from('closed today').toString('hex')}`],
      panics: true,
    });
    const { page } = await tests.open('/contract/0x70cc');
    await page.locator('dt:text-is("decimals") + dd').getByText('0', { exact: true }).waitFor(SLOW);
    await page.locator('dt:text-is("symbol") + dd .bad').getByText('closed today').waitFor(SLOW);
  });

  test('offers nobody the entry points of an account that only the protocol calls, and says with whose key a form signs', async () => {
    const { page } = await tests.open(`/contract/${tests.node.accounts[2]!.address}`);
    await page.locator('details.function summary', { hasText: 'is_valid_signature' }).waitFor(SLOW);
    expect(await page.getByText('__execute__').count()).toBe(0);
    expect(await page.getByText('__validate').count()).toBe(0);
    expect(await page.locator('.tile').count()).toBe(3);
    await page.goto(`${tests.node.url}/ui/contract/${STRK}?tab=write`);
    await page.getByText('Signed in this page with the key of account 0.').waitFor(SLOW);
    await page.getByLabel('From').fill(tests.node.accounts[2]!.address);
    await page.getByText('Signed in this page with the key of account 2.').waitFor(SLOW);
  });

  test('lists storage by name, and says who wrote a cell with what its contract is called here', async () => {
    const { page } = await tests.open(`/contract/${STRK}?tab=storage`);
    const variables = page.locator('section.card', { hasText: 'ERC20_total_supply' });
    await variables.getByRole('heading', { name: 'Variables' }).waitFor(SLOW);
    expect(await variables.getByRole('button', { name: 'ERC20_decimals' }).count()).toBe(1);
    const balances = page.getByRole('button', { name: 'ERC20_balances' });
    await balances.filter({ hasText: 'account 0' }).waitFor(SLOW);
    const keys = (await balances.locator('code').allTextContents()).map((text) => /\[(.*)\]/.exec(text)![1]!);
    const accounts = keys.filter((key) => key.startsWith('account ')).map((key) => Number(key.slice(8)));
    expect(accounts.length).toBeGreaterThan(2);
    expect(accounts).toEqual(accounts.toSorted((a, b) => a - b));
    await balances.filter({ hasText: 'account 0' }).click(SLOW);
    const write = page.getByRole('list', { name: 'Who wrote it' }).getByRole('listitem').first();
    await write.getByRole('link', { name: 'account 0' }).waitFor(SLOW);
    await write.getByText('STRK.transfer', { exact: true }).waitFor(SLOW);
    // Rows that are tapped are as high as a finger needs, and show that they open.
    await page.setViewportSize({ width: 360, height: 760 });
    expect((await balances.first().boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await styleOf(variables.getByRole('button').first(), 'content', '::before')).toContain('▸');
  });

  test('mints to an address without a contract', async () => {
    const { page } = await tests.open('/contract/0x5555');
    await page.getByRole('heading', { level: 1, name: 'Address' }).waitFor(SLOW);
    await page.getByText('There is no contract at this address.').waitFor(SLOW);
    await page.getByRole('button', { name: 'Mint' }).click(SLOW);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount in tokens').fill('12.5');
    await dialog.getByRole('button', { name: 'Mint' }).click(SLOW);
    await page.locator('.tile', { hasText: '12.5 STRK' }).waitFor(SLOW);
    expect(await page.getByRole('dialog').count()).toBe(0);
    // The keyboard goes on where it was.
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Mint');
  });

  test('names the sequencer where fees go', async () => {
    const { page } = await tests.open(`/tx/${tests.node.transfer}`);
    await page
      .getByRole('table', { name: /Balance/ })
      .getByRole('link', { name: 'sequencer' })
      .waitFor(SLOW);
  });

  test('tells a message from L1 by its handler', async () => {
    const { url } = tests.node;
    const class_hash = await declare(url, readClass('exerciser'));
    await rpc(url, 'devnet_setClassHash', { contract_address: '0x57e9', class_hash });
    await rpc(url, 'devnet_postmanLoad', { network_url: 'mock' });
    const message = (name: string) => ({
      l1_contract_address: '0x8359e4b0152ed5a731162d3c7b0d8d56edb165a0',
      l2_contract_address: '0x57e9',
      entry_point_selector: `0x${selectorOfName(name).toString(16)}`,
      payload: ['0x7'],
    });
    await rpc(url, 'devnet_mockL1SendMessageToL2', message('on_message'));
    await rpc(url, 'devnet_mockL1SendMessageToL2', message('no_handler'));
    await rpc(url, 'devnet_postmanFlush');
    const { page } = await tests.open('/txs?type=L1_HANDLER');
    const row = page.getByRole('table', { name: 'Transactions' }).getByRole('row').filter({ hasText: 'on_message' });
    await row.getByText('message from L1 Exerciser.on_message').waitFor(SLOW);
    expect(await row.locator('td[data-label="Sender"]').textContent()).toBe('L1');
    await page.goto(`${url}/ui/contract/0x57e9?tab=storage`);
    await page.locator('button.cell').first().click(SLOW);
    const writer = page.getByRole('list', { name: 'Who wrote it' }).getByRole('listitem');
    await writer.getByText('L1', { exact: true }).waitFor(SLOW);
    expect(await writer.locator('a[href*="/contract/"]').count()).toBe(0);
    // Why one was refused stands in the list as the reason alone.
    await page.goto(`${url}/ui/messages?state=refused`);
    const state = page.getByRole('table', { name: 'Messages' }).locator('td[data-label="State"]');
    await expect.poll(() => state.textContent(), SLOW).toBe("refused'ENTRYPOINT_NOT_FOUND'");
  });

  test('shows a transaction in three lines on a phone, and closes its menu where it leads to the same screen', async () => {
    const { page } = await tests.open('/txs', { viewport: { width: 360, height: 760 } });
    const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('row');
    await rows.nth(1).waitFor(SLOW);
    const heights = await rows.evaluateAll((all) => all.slice(1).map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(90);
    // Numbers have their heading beside them; badges and ages do not.
    const heading = (label: string) =>
      styleOf(page.locator(`td[data-label="${label}"]`).first(), 'content', '::before');
    expect(await heading('Block')).toBe('"Block"');
    expect(await heading('Age')).toBe('none');
    await page.getByRole('button', { name: 'Menu' }).click(SLOW);
    await page
      .getByRole('link', { name: /^Transactions/ })
      .first()
      .click(SLOW);
    await expect.poll(() => page.locator('nav.sidebar.open').count(), SLOW).toBe(0);
    for (const name of ['Menu', /^Theme/]) {
      const button = (await page.getByRole('button', { name }).boundingBox())!;
      expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(32);
    }
  });

  test('is reached from the search by the name of a function, at its form', async () => {
    const { page } = await tests.open('/');
    await page.getByRole('button', { name: /^Search/ }).click(SLOW);
    const field = page.getByRole('combobox');
    const top = (await field.boundingBox())!.y;
    await field.fill('balance_of');
    const option = page.getByRole('option', { name: 'Function STRK.balance_of' });
    await option.waitFor(SLOW);
    expect((await field.boundingBox())!.y).toBe(top);
    await option.click(SLOW);
    await page.locator('details.function[open]', { hasText: 'balance_of' }).getByLabel('account: ').waitFor(SLOW);
    await page.goto(`${tests.node.url}/ui/contract/${STRK}?function=transfer`);
    await page.locator('details.function[open]', { hasText: 'transfer' }).getByLabel('recipient: ').waitFor(SLOW);
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Write');
    await page.getByRole('tab', { name: 'Read' }).click(SLOW);
    await page.locator('dt:text-is("decimals")').waitFor(SLOW);
    // A value that is always shown is marked.
    await page.setViewportSize({ width: 360, height: 300 });
    await page.goto(`${tests.node.url}/ui/contract/${STRK}?function=decimals`);
    const value = page.locator('dt mark:text-is("decimals")');
    await value.waitFor(SLOW);
    await expect
      .poll(async () => {
        const { y } = (await value.boundingBox())!;
        return y > 0 && y < 300;
      }, SLOW)
      .toBe(true);
  });
});
