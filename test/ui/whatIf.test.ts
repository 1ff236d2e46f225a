// Simulations on another chain than there is: storage, balances, time and blocks; past transactions again; failures in the debugger.
import { describe, expect, test } from 'vitest';
import { selectorOfName } from '../../src/abi/selector.ts';
import { rpc } from '../support/server.ts';
import { faultsInBothThemes } from './axe.ts';
import { startDebuggingNode } from './debuggingNode.ts';
import { senderOf } from './filledNode.ts';
import { canOpen } from './openPage.ts';
import { usePage } from './usePage.ts';

describe.runIf(canOpen)('somebody who asks what if', () => {
  const tests = usePage(startDebuggingNode);

  test('edits a past transaction, simulates it with other storage, debugs its failure and keeps it as a test', async () => {
    const { page, complaints } = await tests.open(`/tx/${tests.node.traded}`);
    await page.getByRole('link', { name: 'Edit and run again' }).click();
    const first = page.getByRole('group', { name: 'Call 1' });
    await expect.poll(() => first.getByLabel(/^order/).inputValue()).toContain('Buy');
    expect(await first.getByLabel('Function').inputValue()).toBe('trade');
    expect(Number(await page.getByLabel('After block').inputValue())).toBeGreaterThan(0);
    // Another number of trades than there were.
    await page.getByRole('button', { name: 'Other storage' }).click();
    const storage = page.getByRole('group', { name: 'Storage' });
    // Its name is enough.
    await storage.getByLabel('Contract').fill('Market');
    await storage.getByLabel('Variable').focus();
    await expect
      .poll(async () => BigInt(await storage.getByLabel('Contract').inputValue()))
      .toBe(BigInt(tests.node.market));
    await storage.getByLabel('Variable').fill('trades');
    await storage.getByLabel('Value').fill('70');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText('Traded(number: 71').first().waitFor();
    // The chain is as it was.
    const key = `0x${selectorOfName('trades').toString(16)}`;
    const params = { contract_address: tests.node.market, key, block_id: 'latest' };
    expect(await rpc(tests.node.url, 'starknet_getStorageAt', params)).toBe('0x2');
    // One that fails leads to the line that panics.
    await first.getByLabel(/^order/).fill('{"Buy": 13}');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText('13 is unlucky').first().waitFor();
    expect(await page.locator('pre.code').textContent()).toContain('devnet_setStorageAt');
    for (const width of [1440, 1024, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await faultsInBothThemes(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'Debug', exact: true }).click();
    await page.locator('.panic-note', { hasText: '13 is unlucky' }).waitFor();
    // The line has not begun, so its variables have values.
    await page.locator('.debug-values .name', { hasText: 'amount' }).first().waitFor();
    // The chain goes on, and the account sends: what is debugged stays what was simulated.
    const { send } = await senderOf(tests.node.url);
    await send([{ to: tests.node.market, entryPoint: 'trade', calldata: [0n, 5n] }]);
    const steps = await page.getByText(/^step [\d,]+ of/).textContent();
    await page.reload();
    await page.locator('.panic-note', { hasText: '13 is unlucky' }).waitFor();
    await expect.poll(() => page.getByText(/^step [\d,]+ of/).textContent()).toBe(steps);
    expect(complaints).toEqual([]);
  });

  test('is told what the calls of a transaction in the open block would run on', async () => {
    const { url, market } = tests.node;
    await rpc(url, 'devnet_setBlockMode', { mode: 'demand' });
    const { send } = await senderOf(url);
    const hash = await send([{ to: market, entryPoint: 'trade', calldata: [0n, 5n] }]);
    const { page } = await tests.open(`/simulate?tx=${hash}`);
    await page.getByText('which is still in the open block').waitFor();
    expect(await page.getByLabel('After block').inputValue()).toBe('');
  });
});
