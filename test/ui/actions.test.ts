// Actions stand where people look for them.
import { describe, expect, test } from 'vitest';
import { rpc, startServer } from '../support/server.ts';
import { senderOf } from './filledNode.ts';
import { canOpen } from './openPage.ts';
import { usePage } from './usePage.ts';

const SLOW = { timeout: 40_000 };

describe.runIf(canOpen)('somebody who acts on the page', () => {
  const tests = usePage(() => startServer('--ui'), 120_000);

  test('is offered three actions on an empty chain', async () => {
    const { page } = await tests.open('/');
    for (const name of ['Send a call', 'Mint tokens', 'Declare a class'])
      await page.getByRole('link', { name }).waitFor(SLOW);
    await page.getByText('Only here:').waitFor(SLOW);
    await page.getByRole('link', { name: 'Declare a class' }).click();
    await page.getByRole('heading', { level: 1, name: 'Classes' }).waitFor(SLOW);
  });

  test('makes a block and moves the clock on the dashboard', async () => {
    const { url } = tests.node;
    const { page } = await tests.open('/');
    const before = await rpc<number>(url, 'starknet_blockNumber');
    await page.getByRole('button', { name: 'Make a block' }).click(SLOW);
    await page.getByText('A block was made.').waitFor(SLOW);
    expect(await rpc(url, 'starknet_blockNumber')).toBe(before + 1);
    await page.getByRole('button', { name: '+ 1 day' }).click(SLOW);
    await page.getByText('1 d ahead').waitFor(SLOW);
  });

  test('mints on the screen of accounts', async () => {
    const { page } = await tests.open('/accounts');
    await page.getByLabel('To', { exact: true }).fill('account 1');
    await page.getByLabel('Amount in tokens').fill('2.5');
    await page.getByRole('button', { name: 'Mint' }).click(SLOW);
    await page.getByText('2.5 STRK were minted to account 1, 0x').waitFor(SLOW);
    await page.getByRole('table', { name: 'Predeployed accounts' }).getByText('1,002.5').waitFor(SLOW);
  });

  test('impersonates an account on its screen', async () => {
    const { accounts } = await senderOf(tests.node.url);
    const { page } = await tests.open(`/contract/${accounts[2]!.address}`);
    await page.getByRole('button', { name: 'Impersonate' }).click(SLOW);
    await page.getByRole('button', { name: 'Stop impersonating' }).click(SLOW);
    await page.getByRole('button', { name: 'Impersonate', exact: true }).waitFor(SLOW);
  });
});
