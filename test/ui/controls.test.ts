import { describe, expect, test } from 'vitest';
import { rpc, startServer } from '../support/server.ts';
import { faultsInBothThemes } from './axe.ts';
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

  test('are in sections that can be folded, with a list to jump to them, and are found by other words', async () => {
    const { page, complaints } = await tests.open('/');
    await page.getByRole('link', { name: 'More about time' }).click();
    const isInView = (name: string) =>
      page.getByRole('heading', { name, exact: true }).evaluate((heading) => {
        const { top } = heading.getBoundingClientRect();
        return top > 40 && top < 450;
      });
    await page.getByRole('heading', { level: 1, name: 'Controls' }).waitFor();
    await expect.poll(() => isInView('Blocks and time')).toBe(true);
    const field = page.getByLabel('Find a control');
    await field.fill('mint');
    await page.getByRole('heading', { name: 'Blocks and time', exact: true }).waitFor({ state: 'detached' });
    await field.fill('');
    await page.getByRole('heading', { name: 'Blocks and time', exact: true }).waitFor();
    // What follows a rendering comes before the frame after the next one.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
    );
    expect(await field.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Cheats' }).click();
    await expect.poll(() => isInView('Cheats')).toBe(true);
    // Once more, to the section of the address.
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Cheats' }).click();
    await expect.poll(() => isInView('Cheats')).toBe(true);
    await page.getByRole('heading', { name: 'Cheats', exact: true }).click();
    await page.getByText('devnet_mockCall', { exact: true }).waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 360, height: 760 });
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.getByLabel('Find a control').fill('automatic');
    await page.getByText('devnet_setBlockMode', { exact: true }).click();
    expect(await page.locator('details.function').count()).toBe(1);
    const id = await page.getByLabel('mode', { exact: true }).getAttribute('list');
    const suggested = page.locator(`[id="${id}"] option`);
    expect(
      await suggested.evaluateAll((all) => all.map((each) => (each as unknown as { value: string }).value)),
    ).toEqual(['transaction', 'demand', 'mempool']);
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
