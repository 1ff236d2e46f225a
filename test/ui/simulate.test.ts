import { describe, expect, test } from 'vitest';
import { rpc, startServer } from '../support/server.ts';
import { faultsInBothThemes } from './axe.ts';
import { STRK } from './filledNode.ts';
import { canOpen } from './openPage.ts';
import { usePage } from './usePage.ts';

describe.runIf(canOpen)('the simulation', () => {
  const tests = usePage(() => startServer('--ui'));

  const newest = () => rpc<number>(tests.node.url, 'starknet_blockNumber');

  test('shows what a multicall would do without sending it, keeps it, and sends it', async () => {
    const { page, complaints } = await tests.open('/simulate');
    const fill = async (call: string, amount: string) => {
      const fields = page.getByRole('group', { name: call });
      await fields.getByLabel('Contract', { exact: true }).fill(STRK);
      await fields.getByLabel('Function').selectOption('transfer');
      await fields.getByLabel(/^recipient/).fill('0x99');
      await fields.getByLabel(/^amount/).fill(amount);
    };
    await fill('Call 1', '5');
    await page.getByRole('button', { name: 'Add a call' }).click();
    await fill('Call 2', '1e30');
    const simulate = page.getByRole('button', { name: 'Simulate' });
    await simulate.click();
    await page.getByText('insufficient balance').first().waitFor();
    // What fails costs something too.
    await page.getByText('L1 data gas').waitFor();
    expect(await page.getByText('without validation').count()).toBe(0);
    expect(await newest()).toBe(0);

    await page
      .getByRole('group', { name: 'Call 2' })
      .getByLabel(/^amount/)
      .fill('6');
    await simulate.click();
    await page.getByText('L1 data gas').waitFor();
    await page.getByText('ERC20_balances[0x99]').waitFor();
    const changes = page.getByRole('table', { name: 'Balance changes' });
    expect(await changes.getByRole('row').filter({ hasText: '0x99' }).textContent()).toContain('+0.000000000000000011');
    expect(await newest()).toBe(0);

    await page.getByRole('button', { name: 'Save this form' }).click();
    await page.getByText('transfer, transfer 2 calls').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    const balance = () => rpc<{ amount: string }>(tests.node.url, 'devnet_getAccountBalance', { address: '0x99' });
    await expect.poll(async () => (await balance()).amount).toBe('11');
    await page.reload();
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('group', { name: 'Call 2' }).getByLabel('Contract', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('puts no other function in the place of one that it does not offer', async () => {
    const { page } = await tests.open('/simulate');
    const call = (functionName: string, texts: string[]) => ({ address: STRK, functionName, texts });
    const kept = [{ name: 'both', from: '', calls: [call('balance_of', ['0x99']), call('gone', ['7'])] }];
    await page.evaluate(`localStorage.setItem('starbox-calls', ${JSON.stringify(JSON.stringify(kept))})`);
    await page.reload();
    await page.getByRole('button', { name: 'Open' }).click();
    const [view, gone] = ['Call 1', 'Call 2'].map((name) => page.getByRole('group', { name }));
    await gone!.getByText('The ABI of this contract has no function of this name.').waitFor();
    expect(await gone!.getByLabel('Function').inputValue()).toBe('gone');
    expect(await view!.getByLabel('Function').inputValue()).toBe('balance_of');
    await page.getByRole('button', { name: 'Remove call 2' }).click();
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText('STRK.balance_of').first().waitFor();
  });

  test('brings the result into view on a phone, and says what a typed time means', async () => {
    const { page } = await tests.open('/simulate', { viewport: { width: 360, height: 700 } });
    const fields = page.getByRole('group', { name: 'Call 1' });
    await fields.getByLabel('Contract', { exact: true }).fill(STRK);
    await fields.getByLabel('Function').selectOption('transfer');
    await fields.getByLabel(/^recipient/).fill('0x99');
    await fields.getByLabel(/^amount/).fill('1');
    await page.getByText('What if: another block').click();
    await page.getByLabel('Time').fill('2030-11-18 10:00');
    await page.getByText('Mon Nov 18 2030, 10:00:00').waitFor();
    expect(await page.getByRole('button', { name: 'Save this form' }).getAttribute('title')).toContain('this browser');
    await page.getByRole('button', { name: 'Simulate' }).click();
    const heading = page.getByRole('heading', { name: 'Result under these conditions' });
    await expect.poll(() => heading.evaluate((element) => element.getBoundingClientRect().top < 350)).toBe(true);
  });

  test('says what its fee is without, where Send goes, and shows the whole test at every width', async () => {
    const [first, second] = await rpc<{ address: string }[]>(tests.node.url, 'devnet_getPredeployedAccounts');
    const { page, complaints } = await tests.open('/simulate');
    const fields = page.getByRole('group', { name: 'Call 1' });
    await fields.getByLabel('Contract', { exact: true }).fill(STRK);
    await fields.getByLabel('Function').selectOption('transfer');
    await fields.getByLabel(/^recipient/).fill('0x99');
    await fields.getByLabel(/^amount/).fill('1');
    await page.getByText('What if: another block').click();
    await page.getByRole('button', { name: 'Other code' }).click();
    const code = page.getByRole('group', { name: 'Code' });
    await code.getByLabel('Contract').fill(first!.address);
    const params = { block_id: 'latest', contract_address: second!.address };
    await code.getByLabel('Class hash').fill(await rpc<string>(tests.node.url, 'starknet_getClassHashAt', params));
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText('without validation').waitFor();
    await page.getByRole('button', { name: 'Send to the chain as it is' }).waitFor();
    const test = page.locator('pre.code', { hasText: 'Sandbox.create' });
    for (const width of [1440, 1200, 1024, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await faultsInBothThemes(page)).toEqual([]);
      expect(await test.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
    expect(complaints).toEqual([]);
  });
});
