import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { rpc } from '../support/server.ts';
import { STRK, startFilledNode } from './filledNode.ts';
import { holdRequests } from './holdRequests.ts';
import { canOpen } from './openPage.ts';
import { usePage } from './usePage.ts';

const classFile = (name: string) =>
  fileURLToPath(new URL(`../../contracts/classes/${name}.sierra.json`, import.meta.url));

describe.runIf(canOpen)('somebody who uses the page', () => {
  const tests = usePage(startFilledNode);

  test('sees a new transaction at once', async () => {
    const { page } = await tests.open('/txs');
    await page.getByTitle('The connection to the node: Live').waitFor();
    const { tx_hash } = await rpc<{ tx_hash: string }>(tests.node.url, 'devnet_mint', { address: '0x78', amount: 1 });
    await page.getByTitle(tx_hash).waitFor();
  });

  test('finds the failing call of a reverted multicall on its first screen', async () => {
    const { page } = await tests.open(`/tx/${tests.node.reverted}`);
    const box = page.getByRole('region', { name: 'Why it was reverted' });
    await box.getByText("panicked with 'ERC20: insufficient balance'").waitFor();
    // The names come after the calls.
    await expect
      .poll(() => box.getByRole('listitem').allTextContents())
      .toEqual(['account 0.__execute__', 'STRK.transfer (call 3 of 3)']);
    await page.getByText('amount: 1,000,000,000,000 STRK').first().waitFor();
  });

  test('goes from the dashboard to the failing line of a reverted multicall', async () => {
    const { page } = await tests.open('/');
    await page.getByTitle(tests.node.failed).click();
    const box = page.getByRole('region', { name: 'Why it was reverted' });
    await box.getByText('the vault is closed, code 7').first().waitFor();
    const source = box.getByRole('figure').first();
    expect(await source.getAttribute('aria-label')).toBe(`Source, line ${tests.node.failedLine.split(':')[1]}`);
    expect(await source.locator('mark').textContent()).toContain('panic!(');
    expect((await source.locator('.carets').textContent())?.trim()).toMatch(/^\^+$/);
    // The callers are one click away each.
    await box.getByText(/^shop\.cairo:/).click();
    await box.getByText('till.fail(way) // VIA: shop').waitFor();
  });

  test('reads and writes a contract by its ABI', async () => {
    const { page } = await tests.open(`/contract/${STRK}`);
    await page.getByText('balance_of', { exact: true }).click();
    await page.getByLabel('account: ContractAddress').first().fill('0x99');
    await page.getByRole('button', { name: 'Call' }).first().click();
    await page.getByRole('status').getByText('0 STRK', { exact: true }).waitFor();

    await page.getByRole('tab', { name: 'Write' }).click();
    await page.getByText('transfer', { exact: true }).click();
    await page.getByLabel('recipient: ContractAddress').first().fill('0x99');
    await page.getByLabel('amount: u256').first().fill('1.5e18');
    await page.getByRole('button', { name: 'Send' }).first().click();
    await page.getByRole('status').getByText('succeeded').waitFor();
    expect(await rpc(tests.node.url, 'devnet_getAccountBalance', { address: '0x99' })).toMatchObject({
      amount: '1500000000000000000',
    });

    await page.getByLabel('recipient: ContractAddress').first().fill('what');
    await page.getByRole('button', { name: 'Send' }).first().click();
    await page.getByRole('alert').getByText('recipient').waitFor();
  });

  test('sends as any account by impersonating it for the moment', async () => {
    await rpc(tests.node.url, 'devnet_setClassHash', {
      contract_address: '0xabc',
      class_hash: await rpc<string>(tests.node.url, 'starknet_getClassHashAt', {
        block_id: 'latest',
        contract_address: tests.node.accounts[0]!.address,
      }),
    });
    await rpc(tests.node.url, 'devnet_mint', { address: '0xabc', amount: '5000000000000000000' });
    const { page } = await tests.open(`/contract/${STRK}?tab=write`);
    // The form says who signs, however an address is written.
    await page.getByLabel('From').fill(tests.node.accounts[0]!.address.toUpperCase().replace('0X', '0x0'));
    await page.getByText('Signed in this page').waitFor();
    await page.getByLabel('From').fill('0xabc');
    await page.getByText('Impersonated for this transaction').waitFor();
    await page.getByText('transfer', { exact: true }).click();
    await page.getByLabel('recipient: ContractAddress').first().fill('0x9a');
    await page.getByLabel('amount: u256').first().fill('7');
    await page.getByRole('button', { name: 'Send' }).first().click();
    await page.getByRole('status').getByText('succeeded').waitFor();
    expect(await rpc(tests.node.url, 'devnet_getStatus')).toMatchObject({ impersonated_accounts: [] });
  });

  test('declares a class file, deploys it, and is told what is wrong with another', async () => {
    const { page } = await tests.open('/classes');
    await page.getByLabel('Declare a class file').setInputFiles(classFile('erc20'));
    await page.getByText('erc20.sierra.json is declared').waitFor();
    await page.getByText('No transaction did it').waitFor();
    await page.getByRole('link', { name: 'Deploy it' }).waitFor();
    await page.getByLabel('Declare a class file').setInputFiles(fileURLToPath(import.meta.url));
    await page.getByText('use.test.ts is not JSON').waitFor();
    await page.goto(`${tests.node.url}/ui/class/${tests.node.classHash}?tab=deploy`);
    await page.getByLabel('public_key: felt252').fill("'key'");
    await page.getByRole('button', { name: 'Deploy' }).click();
    const address = await page.getByText('Deployed at').getByRole('link').textContent();
    await page.goto(`${tests.node.url}/ui/contract/${address}`);
    await page.getByRole('heading', { level: 1, name: 'Branching' }).waitFor();
  });

  test('navigates, searches and chooses tabs with the keyboard, and always sees the focus', async () => {
    const { page } = await tests.open('/');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await page.getByRole('heading', { level: 1, name: 'Blocks' }).waitFor();
    await page.keyboard.press('/');
    // The whole name of a function comes first, in a contract that has it, then what only begins with it.
    await page.keyboard.type('branch');
    await page.getByRole('option', { name: 'Branching' }).first().waitFor();
    expect(await page.getByRole('option').first().textContent()).toContain('Branching.branch');
    await page.keyboard.type('ing');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Branching' }).waitFor();
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { selected: true }).textContent()).not.toBe('Interface');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Every step of the way has a visible focus.
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab');
      // After the last element the focus leaves the document.
      const outline = await page.evaluate(
        'document.activeElement === document.body ? "outside" : getComputedStyle(document.activeElement).outlineStyle',
      );
      expect(outline).not.toBe('none');
    }
  });

  test('finds things by number, hash and name, and is told if there is nothing', async () => {
    const { page } = await tests.open('/');
    for (const [text, heading] of [
      ['1', 'Block 1'],
      [tests.node.transfer, 'Transaction'],
      [STRK.replace('0x', '0x0'), 'StarkNet Token (STRK)'],
      [tests.node.classHash, 'Branching'],
    ] as const) {
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill(text);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill('0xdeadbeef');
    await page.getByText('Nothing on this chain').waitFor();
  });

  test('sees what the last text finds, also if the answer to an earlier text comes later', async () => {
    const { page } = await tests.open('/');
    const held = await holdRequests(page, '0xdeadbeef');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill('0xdeadbeef');
    await held.made();
    await page.getByRole('combobox').fill('branch');
    await page.getByRole('option', { name: 'Branching' }).first().waitFor();
    await held.release();
    expect(await page.getByRole('option', { name: 'Branching' }).count()).toBeGreaterThan(0);
  });
});
