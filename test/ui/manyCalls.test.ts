// Transactions of many calls: the page stays small, and everything in them can be reached.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { rpc } from '../support/server.ts';
import { declare, readClass, STRK, startFilledNode } from './filledNode.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

const MOST_ELEMENTS = 3_000;
const GREEDY = '0x6';

const elements = (page: Page): Promise<number> => page.evaluate('document.querySelectorAll("*").length');

describe.runIf(canOpen)('somebody who looks at a transaction of many calls', () => {
  const tests = usePage(startFilledNode);

  test('goes through its calls and events', async () => {
    const call = { to: STRK, entryPoint: 'transfer', calldata: [0x55n, 1n, 0n] } as const;
    const hash = await tests.node.send(Array.from({ length: 300 }, () => call));
    const { page } = await tests.open(`/tx/${hash}`);
    await page.getByText('300 calls in a row').first().waitFor(SLOW);
    expect(await elements(page)).toBeLessThan(1_500);
    await page.getByRole('button', { name: 'The calls of STRK.transfer' }).first().click();
    for (const from of [51, 101, 151, 201, 251])
      await page.getByRole('button', { name: `Show ${from} to ${from + 49} of 300 calls` }).click();
    // It reads on from the top of the part, where the keyboard is too.
    await expect.poll(() => page.locator(':focus').textContent(), SLOW).toBe('Show 201 to 250 of 300 calls');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(':focus').textContent(), SLOW).toBe('Show 251 to 300 of 300 calls');
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByText('301 events').waitFor(SLOW);
    for (let i = 0; i < 6; i++) await page.getByRole('link', { name: 'Later →' }).click();
    await page.locator('.rows summary').getByText('300', { exact: true }).waitFor(SLOW);
    await page.locator('.rows summary').first().click();
    await page.getByText('Keys', { exact: true }).first().waitFor(SLOW);
  });

  test('has less than 3,000 elements for 3,000 calls, wherever they are', async () => {
    const { url } = tests.node;
    await rpc(url, 'devnet_setClassHash', {
      contract_address: GREEDY,
      class_hash: await declare(url, readClass('greedy')),
    });
    // Calls with a value too many fail, and those stand alone: they are not folded. Neither are calls of functions that take turns.
    const pass = (times: bigint, values: bigint) =>
      ({ to: GREEDY, entryPoint: 'pass', calldata: [times, values] }) as const;
    const give = { to: GREEDY, entryPoint: 'give', calldata: [1n] } as const;
    const hash = await tests.node.send([
      ...Array.from({ length: 15 }, () => [pass(100n, 1n), give]).flat(),
      pass(1_500n, 0n),
    ]);
    const { execution_status } = await rpc<{ execution_status: string }>(url, 'starknet_getTransactionReceipt', {
      transaction_hash: hash,
    });
    expect(execution_status).toBe('SUCCEEDED');
    const { page, complaints } = await tests.open(`/tx/${hash}`);
    await page.getByRole('list', { name: 'Calls', exact: true }).waitFor(SLOW);
    const openers = page.getByRole('button', { name: 'What Greedy.pass did' });
    await expect.poll(() => openers.count(), SLOW).toBe(16);
    expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
    // On to the last of those that failed, and of those that are folded.
    await page.getByRole('button', { name: 'Show 51 to 100 of 100 steps' }).click();
    await page.getByRole('button', { name: 'Show 1 to 50 of 100 steps' }).waitFor(SLOW);
    await page.getByRole('button', { name: 'The calls of Greedy.nothing' }).click();
    for (let from = 51; from < 1_500; from += 50)
      await page
        .getByRole('button', {
          name: `Show ${from.toLocaleString('en-US')} to ${(from + 49).toLocaleString('en-US')} `,
        })
        .click();
    expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await page.waitForLoadState('networkidle');
      expect(await elements(page), (await tab.textContent())!).toBeLessThan(MOST_ELEMENTS);
    }
    expect(complaints).toEqual([]);
  });
});
