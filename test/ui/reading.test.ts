// What somebody reads who has nothing but the page: sizes in order, amounts with their units, names, and texts that are not cut.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsInBothThemes, SIZES } from './axe.ts';
import { startDebuggingNode } from './debuggingNode.ts';
import { startFilledNode } from './filledNode.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const cells = (page: Page, name: string, column: string) =>
  table(page, name).locator(`td[data-label="${column}"]`).allTextContents();
const numbers = (texts: readonly string[]): number[] => texts.map((text) => Number(text.replaceAll(',', '')));
const isFalling = (list: readonly number[]): boolean => list.every((each, i) => i === 0 || each <= list[i - 1]!);

describe.runIf(canOpen)('a reader of the page', () => {
  const tests = usePage(startFilledNode);

  test('finds an account by its address in decimal digits or with zeros, with its name', async () => {
    const address = tests.node.accounts[0]!.address;
    const { page, complaints } = await tests.open('/');
    await page.getByText('accepted on L2').first().waitFor(SLOW);
    await page.keyboard.press('/');
    for (const text of [BigInt(address).toString(), `0x${address.slice(2).padStart(64, '0')}`, address]) {
      await page.getByRole('combobox').fill('');
      await expect.poll(() => page.getByRole('option').count(), SLOW).toBe(0);
      await page.getByRole('combobox').fill(text);
      await page.getByRole('option', { name: /^Account account 0 0x/ }).waitFor(SLOW);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'account 0' }).waitFor(SLOW);
    expect(complaints).toEqual([]);
  });

  test('reads one fee in all places', async () => {
    const { page } = await tests.open('/txs');
    await table(page, 'Transactions').waitFor(SLOW);
    const row = table(page, 'Transactions')
      .getByRole('row')
      .filter({ hasText: tests.node.transfer.slice(0, 6) });
    const fee = (await row.locator('td[data-label="Fee"]').textContent())!;
    expect(fee).toMatch(/^0\.\d{3,9} STRK$/);
    await page.goto(`${tests.node.url}/ui/tx/${tests.node.transfer}?tab=overview`);
    const card = page.locator('section.card', { has: page.getByRole('heading', { name: 'Fee', exact: true }) });
    await card.locator('header').getByText(fee).waitFor(SLOW);
    await page.getByText(`fee ${fee}, `).waitFor(SLOW);
    expect(await card.locator('header span[title$=" fri"]').getAttribute('title')).toMatch(/^[\d,]+ fri$/);
    await card.getByRole('button', { name: 'Copy fee in fri' }).waitFor(SLOW);
    await page.getByRole('tab', { name: 'Calls' }).click();
    await page.getByText(`−${fee.replace(' STRK', '')}`, { exact: true }).waitFor(SLOW);
  });

  test('reads balances with their tokens when two states are compared, and all columns are in sight', async () => {
    const { page } = await tests.open('/timeline', { viewport: { width: 768, height: 1024 } });
    await page.getByRole('button', { name: 'Compare block 1', exact: true }).click(SLOW);
    await table(page, 'Balances').waitFor(SLOW);
    const amount = /^[−+]?[\d,]+(\.\d+)?…? (STRK|ETH|fri|wei)$/;
    for (const column of ['Change', 'Before', 'After'])
      await expect
        .poll(async () => (await cells(page, 'Balances', column)).filter((text) => !amount.test(text)), SLOW)
        .toEqual([]);
    expect((await cells(page, 'Balances', 'Before')).length).toBeGreaterThan(2);
    const over = await table(page, 'Balances').evaluate((element) => {
      const { parentElement: box } = element as unknown as { parentElement: Record<string, number> };
      return box.scrollWidth! - box.clientWidth!;
    });
    expect(over).toBe(0);
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  test('is told why variables have no names', async () => {
    const { page } = await tests.open(`/tx/${tests.node.failed}/debug`);
    await page
      .locator('.debug-values .name', { hasText: /^\[\d+\]$/ })
      .first()
      .waitFor(SLOW);
    await page.getByText('The class has no names of variables.').waitFor(SLOW);
  });

  test.each(SIZES)('sees balances and tabs as a whole: %s', async (_, viewport) => {
    const { page } = await tests.open(`/contract/${tests.node.accounts[0]!.address}`, { viewport });
    await page.getByText('999.99').first().waitFor(SLOW);
    const over = await page.locator('.tile, .tabs').evaluateAll((all) =>
      all
        .map((element) => element as unknown as { scrollWidth: number; clientWidth: number; textContent: string })
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
    expect(over).toEqual([]);
  });
});

describe.runIf(canOpen)('a reader of gas and coverage', () => {
  const tests = usePage(startDebuggingNode);

  test('sees the largest first, whether it is a function or not', async () => {
    const { page } = await tests.open(`/tx/${tests.node.traded}?tab=gas`);
    await table(page, 'Gas of functions').waitFor(SLOW);
    const own = numbers(await cells(page, 'Gas of functions', 'Own gas'));
    expect(own.length).toBeGreaterThan(10);
    expect(isFalling(own)).toBe(true);
    expect((await cells(page, 'Gas of functions', 'Function'))[0]).toBe('(new storage cells)');
    await page.goto(`${tests.node.url}/ui/gas`);
    await table(page, 'Gas of the functions of contracts').waitFor(SLOW);
    expect(isFalling(numbers(await cells(page, 'Gas of the functions of contracts', 'Most')))).toBe(true);
    // There is no one transaction to look into.
    await table(page, 'Gas of functions').waitFor(SLOW);
    expect(await table(page, 'Gas of functions').getByRole('columnheader', { name: 'Look' }).count()).toBe(0);
  });

  test('reads what a narrow bar stands for', async () => {
    const { page } = await tests.open(`/tx/${tests.node.traded}?tab=gas`, { viewport: { width: 360, height: 740 } });
    await page
      .getByRole('button', { name: /^Desk\.settle: / })
      .first()
      .waitFor(SLOW);
    const bars = await page
      .locator('.flame-bar')
      .evaluateAll((all) =>
        (all as unknown as { title: string; textContent: string }[]).map(({ title, textContent }) => [
          title,
          textContent,
        ]),
      );
    expect(bars.filter(([title, text]) => !title!.startsWith(text!))).toEqual([]);
    const style = 'getComputedStyle(document.querySelector(".flame-bar")).textOverflow';
    expect(await page.evaluate(style)).toBe('ellipsis');
    const bar = page.getByRole('button', { name: /^Desk\.settle: / }).first();
    const label = (await bar.getAttribute('aria-label'))!;
    await bar.click();
    await page.locator('figcaption').getByText(label, { exact: true }).waitFor(SLOW);
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  test('is told what is counted in a source file', async () => {
    const { page } = await tests.open('/coverage');
    await page.getByRole('link', { name: 'market.cairo' }).click(SLOW);
    await page.locator('.legend', { hasText: 'how often, in all transactions of the chain.' }).waitFor(SLOW);
    await page.goto(`${tests.node.url}/ui/tx/${tests.node.traded}?tab=coverage`);
    await page.getByRole('link', { name: 'market.cairo' }).click(SLOW);
    await page.locator('.legend', { hasText: 'in the whole run (all transactions of the chain' }).waitFor(SLOW);
  });
});
