// Gas and coverage in the page, driven as a user does: from the dashboard, with the mouse and the keyboard.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { rpc } from '../support/server.ts';
import { startDebuggingNode } from './debuggingNode.ts';
import { canOpen, newPage, SLOW } from './openPage.ts';
import { styleOf } from './styleOf.ts';
import { usePage } from './usePage.ts';

const numberIn = (text: string): number => Number(/-?[\d,]+/.exec(text.replace('−', '-'))![0].replaceAll(',', ''));
/** The cells of a column, as numbers. */
const column = async (table: Locator, name: string): Promise<number[]> =>
  (await table.locator(`td[data-label="${name}"]`).allTextContents()).map(numberIn);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

describe.runIf(canOpen)('gas and coverage in the page', () => {
  const tests = usePage(startDebuggingNode);
  const open = async (path: string) => {
    const opened = await tests.open(path);
    return opened;
  };
  const receiptGas = async (hash: string) =>
    (
      await rpc<{ execution_resources: { l2_gas: number } }>(tests.node.url, 'starknet_getTransactionReceipt', {
        transaction_hash: hash,
      })
    ).execution_resources.l2_gas;
  const table = (page: Page, label: string) => page.getByRole('table', { name: label });

  test('the gas of lines of a reverted transaction adds up to the receipt too', async () => {
    const gas = await receiptGas(tests.node.failed);
    const { page } = await open(`/tx/${tests.node.failed}?tab=gas&by=line`);
    const lines = table(page, 'Gas of lines');
    await lines.waitFor();
    await page.getByRole('button', { name: /^Show all/ }).click();
    expect(sum(await column(lines, 'Own gas'))).toBe(gas);
    // The flame graph of its calls, with what is beside them.
    await page.getByRole('tab', { name: 'Calls' }).click();
    await page.getByText('reverted execution').first().waitFor();
  });

  test('three clicks from the dashboard lead to the gas of lines, which adds up to the receipt', async () => {
    const { page, complaints } = await open('/');
    await page.locator(`a[href$="/tx/${tests.node.traded}"]`).first().click();
    await page.getByRole('tab', { name: 'Gas' }).click();
    const gas = await receiptGas(tests.node.traded);
    const functions = table(page, 'Gas of functions');
    await page.getByRole('button', { name: /^Show all/ }).click();
    expect(sum(await column(functions, 'Own gas'))).toBe(gas);
    // The keyboard reaches the switch.
    await page.getByLabel('By function').focus();
    await page.keyboard.press('ArrowRight');
    const lines = table(page, 'Gas of lines');
    await page.getByRole('button', { name: /^Show all/ }).click();
    expect(sum(await column(lines, 'Own gas'))).toBe(gas);
    expect(await lines.getByText('src/book.cairo:17').count()).toBe(1);
    // Data, new cells and the rest are bars of their own beside the code.
    const bars = await page
      .locator('.flame-bar')
      .evaluateAll((all) =>
        all
          .filter((bar) => (bar as unknown as { style: { top: string } }).style.top === '0rem')
          .map((bar) => (bar as unknown as { title: string }).title),
      );
    expect(sum(bars.map((title) => numberIn(title.slice(title.lastIndexOf(': ') + 2))))).toBe(gas);
    expect(bars.join('\n')).toContain('(new storage cells)');
    await page.getByText('No lines are known of Account').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a line leads to its source and into the debugger, and libraries are shown when they are wanted', async () => {
    const { page } = await open(`/tx/${tests.node.traded}?tab=gas&by=line`);
    const lines = table(page, 'Gas of lines');
    await lines.waitFor();
    expect(await lines.getByText('storage_access.cairo').count()).toBe(0);
    await page.getByLabel('library code').check();
    await lines.getByText('storage_access.cairo').first().waitFor();
    await page.getByLabel('library code').uncheck();
    await page.getByRole('link', { name: 'Source of src/book.cairo:17' }).click();
    const line = page.locator('.covered [data-line="17"]');
    await line.waitFor();
    expect(await line.getAttribute('class')).toBe('ran chosen');
    // Twice in this transaction, and once more in the other before it failed.
    await expect.poll(() => line.locator('.line-gas').allTextContents(), SLOW).toEqual(['2×', '3×']);
    await page.getByRole('link', { name: 'Debug line 17' }).click();
    await page.locator('.debug-stack button[aria-pressed="true"]', { hasText: 'book.cairo:17' }).waitFor();
    // The debugger has the same colours.
    await page.locator('.debug-source .line-gas.ran[title*="ran 2 ×"]').first().waitFor();
  });

  test('a bar is shown alone and with all others again', async () => {
    const { page } = await open(`/tx/${tests.node.traded}?tab=gas`);
    await page.getByRole('button', { name: /^Desk\.settle: / }).click();
    await expect.poll(() => page.getByRole('button', { name: /^Market\.trade: / }).count(), SLOW).toBe(0);
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await page.getByRole('button', { name: /^Market\.trade: / }).waitFor();
  });

  test('two transactions are compared by function: the one before is a click away', async () => {
    const { page, complaints } = await open(`/tx/${tests.node.failed}?tab=gas`);
    await page.getByRole('link', { name: 'Compare with the Market.trade before' }).click();
    const differences = table(page, 'Differences by function');
    await differences.waitFor();
    const [before, after] = [await receiptGas(tests.node.traded), await receiptGas(tests.node.failed)];
    await page.getByRole('button', { name: /^Show all/ }).click();
    expect(sum(await column(differences, 'Own gas'))).toBe(after - before);
    expect(page.url()).toContain(`before=${tests.node.traded}`);
    // By its hash, the other way round.
    await page.goto(`${tests.node.url}/ui/gas/compare?after=${tests.node.traded}`);
    await page.getByRole('form', { name: 'Before' }).getByLabel('Transaction hash').fill(tests.node.failed);
    await page.keyboard.press('Enter');
    await differences.waitFor();
    expect(sum(await column(differences, 'Own gas'))).not.toBe(0);
    await page
      .getByText(`+${(before - after).toLocaleString('en-US')}`)
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  });

  test('a reverted transaction is named as such, and its lower gas is no gain', async () => {
    const { traded, failed } = tests.node;
    const { page } = await open(`/gas/compare?before=${traded}&after=${failed}`);
    await page.getByText('The transaction after was reverted').waitFor();
    await page.locator('.tile', { hasText: 'After' }).getByText('Market.trade and 1 more').waitFor();
    await table(page, 'Differences by function').waitFor();
    expect(await page.locator('.change.less').count()).toBe(0);
    // Both fields suggest what ran lately.
    const suggested = page.locator('datalist option').first();
    await expect.poll(() => suggested.textContent()).toMatch(/^Market\.trade and 1 more, block \d+, reverted$/);
    await page.getByText('(gas withdrawn and not used)').first().waitFor();
    expect(await page.getByText('(gas withdrawn and not used)').first().getAttribute('title')).toContain('in advance');
    await page.setViewportSize({ width: 360, height: 760 });
    await page.goto(`${tests.node.url}/ui/tx/${failed}?tab=gas`);
    await page.getByRole('link', { name: 'Compare with the Market.trade before' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.getByRole('tab', { name: 'Calls' }).click();
    await page.getByText('(its gas is not part of the total)').waitFor();
  });

  test('a profile is kept over branches, and saved to be compared with another run', async () => {
    const { page } = await open(`/tx/${tests.node.traded}?tab=gas`);
    await page.getByRole('button', { name: 'Keep for comparing' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    const file = await download.path();
    expect(readFileSync(file, 'utf8')).toContain('speedscope');
    await page.getByRole('link', { name: 'Compare with another' }).click();
    const form = page.getByRole('form', { name: 'Before' });
    await form.getByLabel('Kept for comparing').selectOption({ index: 1 });
    await page.getByText('No function used another amount of gas').waitFor();
    await page.getByRole('form', { name: 'After' }).getByLabel('Transaction hash').fill(tests.node.failed);
    await page.keyboard.press('Enter');
    await table(page, 'Differences by function').waitFor();
    // A file that is no profile is refused, and says what would be one.
    await form.getByLabel('File of a profile').setInputFiles({
      name: 'other.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"shared": 1}'),
    });
    await page.getByText('other.json is no profile of L2 gas').waitFor();
    await form.getByLabel('File of a profile').setInputFiles(file);
    await expect.poll(() => form.getByLabel('Kept for comparing').locator('option').count(), SLOW).toBe(3);
  });

  test('coverage is one click from the dashboard: contracts, files with percentages, and lines that did not run', async () => {
    const { page, complaints } = await open('/');
    await page.getByRole('link', { name: 'Coverage' }).click();
    const files = table(page, 'Coverage of files');
    await files.waitFor();
    const book = files.getByRole('row', { name: /book\.cairo/ });
    expect(await book.locator('td[data-label="Lines"]').textContent()).toBe('100.0 %');
    expect(await book.locator('td[data-label="Lines"] .share').getAttribute('title')).toMatch(/^(\d+) of \1 lines$/);
    expect(
      await table(page, 'Coverage of contracts')
        .getByRole('row', { name: /Market/ })
        .count(),
    ).toBe(1);
    await page.getByRole('link', { name: 'market.cairo' }).click();
    expect(await page.locator('.share', { hasText: 'none' }).locator('.share-bar').count()).toBe(0);
    await page.getByText(/^\d+ of \d+ lines/).waitFor();
    // The file opens where its code begins, and the legend has the colours of the lines.
    const code = page.locator('.covered > :is(.ran, .partial, .missed)').first();
    await code.waitFor();
    const at = async () => (await code.boundingBox())!.y - (await page.locator('pre.covered').boundingBox())!.y;
    await expect.poll(at, SLOW).toBeLessThan(200);
    const colour = (name: string) => styleOf(page.locator(`.legend .${name}`), 'borderLeftColor');
    expect(new Set([await colour('ran'), await colour('partial'), await colour('missed')]).size).toBe(3);
    const missed = page.locator('.covered .missed').first();
    await missed.waitFor();
    expect(await missed.locator('.line-gas').allTextContents()).toEqual(['–']);
    expect(await page.locator('.covered .ran').count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  test('the gas of the whole run has the functions of all contracts', async () => {
    const { page } = await open('/');
    await page.getByRole('link', { name: 'Gas', exact: true }).click();
    const rows = table(page, 'Gas of the functions of contracts');
    expect(
      await rows
        .getByRole('row', { name: /Book\.record/ })
        .locator('td[data-label="Calls"]')
        .textContent(),
    ).toBe('4');
    await page.getByRole('button', { name: /^Market\.trade: / }).waitFor();
  });

  test('what was measured when the page was opened is not called old', async () => {
    const page = await newPage(tests.browser);
    let asked = 0;
    page.on('request', (request) => request.postData()?.includes('_getOverview"') && asked++);
    await page.goto(`${tests.node.url}/ui/gas`);
    await page.getByRole('button', { name: /^Market\.trade: / }).waitFor();
    // The page asks again once the notifications have begun. Then it would show that something is old.
    await expect.poll(() => asked).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Measure again', exact: true }).waitFor();
    await rpc(tests.node.url, 'devnet_createBlock');
    await page.getByRole('button', { name: 'The chain has changed: measure again' }).waitFor();
  });
});
