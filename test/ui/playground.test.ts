import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsInBothThemes, SIZES } from './axe.ts';
import { canOpen, newPage } from './openPage.ts';
import { startPlayground } from './playgroundSite.ts';
import { usePage } from './usePage.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe.runIf(canOpen)('the playground', () => {
  const tests = usePage(startPlayground);

  const open = async (url: string, options: BrowserContextOptions = {}) => {
    const page = await newPage(tests.browser, options);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(tests.node.url)) complaints.push(`outside request: ${request.url()}`);
    });
    await page.goto(url);
    await page.getByTitle('The connection to the node: Live').waitFor();
    return { page, complaints };
  };

  test('runs a chain in the page, and a link gives the same chain to another browser', async () => {
    const { page, complaints } = await open(tests.node.url);
    await page.getByRole('link', { name: 'Controls' }).click();
    await page.getByText('devnet_mint').click();
    await page.getByLabel('address', { exact: true }).fill('0x77');
    await page.getByLabel('amount', { exact: true }).fill('12345');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('new_balance').waitFor();
    // There is no server that curl could ask.
    await page.getByText('await box.request("devnet_mint"').waitFor();
    expect(await page.getByLabel('Request as').locator('option').allTextContents()).toEqual(['library', 'JSON']);

    await page.getByRole('link', { name: 'Playground' }).click();
    await page.getByRole('button', { name: 'Make a link' }).click();
    const link = await page.getByLabel('Link').inputValue();
    // The journal of one request.
    expect(link.length).toBeLessThan(1000);
    expect(complaints).toEqual([]);

    const other = await open(link);
    await other.page.getByRole('link', { name: 'Timeline' }).click();
    await other.page.getByRole('link', { name: 'Block 1' }).waitFor();
    // The chain of the link is there too when another place is loaded again, or one that the keyboard skipped to.
    await other.page.locator('.skip').focus();
    await other.page.keyboard.press('Enter');
    await other.page.reload();
    await other.page.getByRole('link', { name: 'Block 1' }).waitFor();
    expect(other.complaints).toEqual([]);
    await other.page.getByRole('link', { name: 'Playground' }).click();
    await other.page.getByRole('button', { name: 'Begin a new chain' }).click();
    await other.page.getByRole('link', { name: 'Blocks' }).click();
    await expect.poll(() => other.page.getByText('accepted on L2').count()).toBe(1);
    await other.page.reload();
    await expect.poll(() => other.page.getByText('accepted on L2').count()).toBe(1);
  });

  test('says that a link is damaged, and starts anyway', async () => {
    const { page } = await open(`${tests.node.url}#state=AAAA`);
    await page.getByText('The chain in this link cannot be read').waitFor();
    await page.getByRole('link', { name: 'Blocks' }).click();
    await page.getByText('accepted on L2').waitFor();
  });

  test('declares a class file that is chosen', async () => {
    const { page } = await open(`${tests.node.url}?at=/playground`);
    await page.locator('input[type=file]').setInputFiles(join(root, 'contracts/classes/branching.sierra.json'));
    await page.getByText('Declared class 0x').waitFor();
  });

  test('shows the chain of a dump that is dropped on it', async () => {
    const { page } = await open(`${tests.node.url}?at=/playground`);
    const dump = [1, 2].map((id) => ({
      jsonrpc: '2.0',
      id,
      method: 'devnet_mint',
      params: { address: '0x77', amount: 5, unit: 'FRI' },
    }));
    const files = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(JSON.stringify(dump))}], 'chain.json'));
      return transfer;
    })()`);
    await page.dispatchEvent('.drop', 'drop', { dataTransfer: files });
    await page.getByText('Loaded chain.json').waitFor();
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await expect.poll(() => page.getByText('permissioned_mint').count()).toBe(2);
  });

  test('takes files that are dropped together one after the other: a class is declared on the chain before it', async () => {
    const { page } = await open(`${tests.node.url}?at=/playground`);
    // The first file takes longer than the second, and replaces the chain.
    const dump = Array.from({ length: 30 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'devnet_mint',
      params: { address: '0x77', amount: 5, unit: 'FRI' },
    }));
    const contractClass = readFileSync(join(root, 'contracts/classes/branching.sierra.json'), 'utf8');
    const files = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(JSON.stringify(dump))}], 'chain.json'));
      transfer.items.add(new File([${JSON.stringify(contractClass)}], 'branching.sierra.json'));
      return transfer;
    })()`);
    await page.dispatchEvent('.drop', 'drop', { dataTransfer: files });
    await page.getByText('Loaded chain.json').waitFor();
    const told = await page.getByText('Declared class 0x').textContent();
    const classHash = /0x[0-9a-f]+/.exec(told!)![0];
    await page.getByRole('link', { name: 'Console' }).click();
    await page.getByLabel('Method').fill('starknet_getClass');
    await page
      .getByRole('textbox', { name: 'Parameters' })
      .fill(JSON.stringify({ block_id: 'pre_confirmed', class_hash: classHash }));
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('.exchange').waitFor();
    expect(await page.locator('.exchange').textContent()).toContain('contract_class_version');
  });

  test('keeps all digits of numbers that are typed into the console', async () => {
    const { page } = await open(`${tests.node.url}?at=/console`);
    await page.getByLabel('Method').fill('devnet_mint');
    await page
      .getByRole('textbox', { name: 'Parameters' })
      .fill('{"address": "0x77", "amount": 9007199254740993, "unit": "FRI"}');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('"new_balance": "9007199254740993"').waitFor();
    await page.getByText('"amount": 9007199254740993n').waitFor();
  });

  test('offers no other node in its configuration', async () => {
    const { page } = await open(`${tests.node.url}?at=/settings`);
    await page.getByLabel('Names of methods in requests').waitFor();
    expect(await page.getByLabel('Address of the node').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test.each(SIZES)('is accessible in both themes and not wider than the window: %s', async (_, viewport) => {
    const { page } = await open(`${tests.node.url}?at=/playground`, { viewport });
    await page.getByRole('button', { name: 'Make a link' }).click();
    await page.getByLabel('Link').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.goto(`${tests.node.url}?at=/`);
    await page.getByText('No transaction yet').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });
});
