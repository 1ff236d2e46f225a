import { describe, expect, test } from 'vitest';
import { rpc, startServer } from '../support/server.ts';
import { canOpen } from './openPage.ts';
import { usePage } from './usePage.ts';

describe.runIf(canOpen)('the controls', () => {
  const tests = usePage(() => startServer('--ui'));

  test('have a form for every sandbox method, which runs it and shows the request', async () => {
    const { page, complaints } = await tests.open('/controls');
    await page.getByText('devnet_mint').click();
    await page.getByLabel('address', { exact: true }).fill('119');
    await page.getByLabel('amount', { exact: true }).fill('1.5e18');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('new_balance').waitFor();
    const { amount } = await rpc<{ amount: string }>(tests.node.url, 'devnet_getAccountBalance', { address: '0x77' });
    expect(amount).toBe('1500000000000000000');
    await page.getByText(/^curl -s/).waitFor();
    await page.getByLabel('Request as').selectOption('library');
    await page.getByText('await box.request("devnet_mint"').waitFor();
    expect(complaints).toEqual([]);
  });

  test('show the error of a request that the node refuses', async () => {
    const { page } = await tests.open('/controls');
    await page.getByLabel('Find a control').fill('abort');
    await page.getByText('devnet_abortBlocks').click();
    await page.getByLabel('starting_block_id').fill('999');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('alert').waitFor();
  });

  test('the console completes a method, explains it and runs it by keyboard', async () => {
    const { page, complaints } = await tests.open('/console');
    await page.getByLabel('Method').fill('starknet_getNonce');
    await page.getByRole('table', { name: 'Parameters' }).getByText('contract_address').waitFor();
    const [account] = await rpc<{ address: string }[]>(tests.node.url, 'devnet_getPredeployedAccounts');
    await page
      .getByLabel('Parameters')
      .first()
      .fill(JSON.stringify(['latest', account!.address]));
    await page.keyboard.press('Control+Enter');
    await page.getByText('"0x0"', { exact: true }).waitFor();
    await page.getByLabel('Parameters').first().fill('[');
    expect(await page.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });
});
