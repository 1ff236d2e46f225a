// Watch rules: the page stops when a cell changes, an event appears, a contract is called or a transaction is reverted.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { rpc } from '../support/server.ts';
import { faultsInBothThemes, SIZES } from './axe.ts';
import { startDebuggingNode } from './debuggingNode.ts';
import { senderOf } from './filledNode.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

/**
 * The page has looked at a rule, in pages of 20: what comes now is news. Of the other parts of the page only the writers of a cell are asked
 * for in as many, with their functions.
 */
const firstLook = (page: Page) =>
  page.waitForResponse((response) => {
    const asked = response.request().postData() ?? '';
    return /"limit":20[,}]/.test(asked) && !asked.includes('"functions"');
  }, SLOW);

describe.runIf(canOpen)('somebody who watches the chain', () => {
  const tests = usePage(startDebuggingNode);
  const trade = async (amount: bigint) => {
    const { send } = await senderOf(tests.node.url);
    return send([{ to: tests.node.market, entryPoint: 'trade', calldata: [0n, amount] }]);
  };

  test('is told that a cell has changed, goes to the write in the debugger, and goes on', async () => {
    const { url, market } = tests.node;
    const { page, complaints } = await tests.open(`/contract/${market}?tab=storage`);
    await page.locator('button.cell', { hasText: 'trades' }).click(SLOW);
    const looked = firstLook(page);
    await page.getByRole('button', { name: 'Stop when it changes' }).click(SLOW);
    await page.getByRole('button', { name: 'Stop watching' }).waitFor(SLOW);
    await looked;
    const hash = await trade(5n);
    const bar = page.getByRole('alert', { name: 'Watch rules' });
    await bar.getByText('trades of Market changed').waitFor(SLOW);
    expect(await page.title()).toMatch(/^\(1\) /);
    await bar.getByText('The page follows the chain no longer').waitFor(SLOW);
    expect(await bar.getByRole('link', { name: /^transaction/ }).getAttribute('href')).toBe(`/ui/tx/${hash}`);
    await bar.getByRole('link', { name: 'Debug it there' }).click(SLOW);
    await page.getByText('Before a storage write.').waitFor(SLOW);
    expect(await page.locator('.debug-source .current').textContent(SLOW)).toContain('trades');
    await page.getByRole('button', { name: 'Go on' }).click(SLOW);
    await bar.waitFor({ ...SLOW, state: 'detached' });
    expect(await page.title()).not.toMatch(/^\(/);
    // The rule lasts, and can be taken away.
    await page.goto(`${url}/ui/watch`);
    await page.getByText('When trades of Market changes').waitFor(SLOW);
    await page.getByRole('button', { name: 'Remove the rule: when trades of Market changes' }).click(SLOW);
    await page.getByText('Nothing is watched').waitFor(SLOW);
    expect(complaints).toEqual([]);
  });

  test('reads amounts and names as elsewhere, sees that the page is stopped, and finds what fired after a reload', async () => {
    const { url } = tests.node;
    const [, { address }] = await rpc<[unknown, { address: string }]>(url, 'devnet_getPredeployedAccounts');
    const { page } = await tests.open('/watch');
    const form = page.getByRole('form', { name: 'Watch a cell' });
    await form.getByLabel('Contract').fill('STRK');
    await form.getByLabel('Variable').fill(`ERC20_balances[${address}]`);
    const looked = firstLook(page);
    await form.getByRole('button', { name: 'Stop when it changes' }).click(SLOW);
    await page.getByText('When ERC20_balances[account 1] of STRK changes').waitFor(SLOW);
    await looked;
    const status = page.locator('.topbar .status');
    await status.getByText('Live').waitFor(SLOW);
    await rpc(url, 'devnet_mint', { address, amount: 8.5e18, unit: 'FRI' });
    const bar = page.getByRole('alert', { name: 'Watch rules' });
    await bar.getByText('ERC20_balances[account 1] of STRK changed').waitFor(SLOW);
    await expect
      .poll(() => bar.textContent(), SLOW)
      .toMatch(/ from [\d,.]+ STRK to [\d,.]+ STRK in block \d+ · transaction/);
    await status.getByText('Stopped').waitFor(SLOW);
    await page.reload();
    const happened = page.getByRole('list', { name: 'What happened' });
    await happened.getByText('ERC20_balances[account 1] of STRK changed').waitFor(SLOW);
    await page.getByRole('button', { name: 'Go on' }).click(SLOW);
    await status.getByText('Live').waitFor(SLOW);
    await page.getByRole('button', { name: /^Remove the rule: when ERC20_balances/ }).click(SLOW);
  });

  test('stops the blocks of an interval when a transaction is reverted, or an event appears', async () => {
    const { url, market } = tests.node;
    await rpc(url, 'devnet_setBlockMode', { mode: 1000 });
    const { page } = await tests.open('/txs');
    const looked = firstLook(page);
    await page.getByRole('button', { name: 'Stop when one is reverted' }).click(SLOW);
    await looked;
    await trade(13n);
    const bar = page.getByRole('alert', { name: 'Watch rules' });
    await bar.getByText('A transaction was reverted').waitFor(SLOW);
    await bar.getByText('the node makes no block every').waitFor(SLOW);
    const mode = async () =>
      (await rpc<{ block_generation_on: unknown }>(url, 'sandbox_getOverview')).block_generation_on;
    await expect.poll(mode).toBe('demand');
    // The page says why also when it is loaded again.
    await page.reload();
    await bar.getByText('A transaction was reverted').waitFor(SLOW);
    await bar.getByRole('link', { name: /^transaction 0x/ }).waitFor(SLOW);
    for (const [, viewport] of SIZES) {
      await page.setViewportSize(viewport);
      expect(await faultsInBothThemes(page), `${viewport.width}`).toEqual([]);
    }
    await page.getByRole('button', { name: 'Go on' }).click(SLOW);
    await expect.poll(mode, SLOW).toEqual({ interval: 1000 });
    await page.getByRole('button', { name: 'Stop watching' }).click(SLOW);
    await page.goto(`${url}/ui/events?contract=${market}&name=Traded`);
    const lookedAgain = firstLook(page);
    await page.getByRole('button', { name: 'Stop when it appears' }).click(SLOW);
    await lookedAgain;
    await trade(5n);
    await bar.getByText('Market emitted Traded').waitFor(SLOW);
  });

  test('asks for nothing more while nothing is watched', async () => {
    const { page } = await tests.open('/settings');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.getByRole('heading', { name: 'Configuration' }).waitFor(SLOW);
    await rpc(tests.node.url, 'devnet_createBlock');
    // The rest of the page has seen the block.
    await expect.poll(() => asked.some((text) => text.includes('getOverview')), SLOW).toBe(true);
    expect(asked.filter((text) => /watcher|chain_blockNumber/.test(text))).toEqual([]);
  });
});
