import { describe, expect, test } from 'vitest';
import { rpc, startServer } from '../support/server.ts';
import { faultsInBothThemes, SIZES } from './axe.ts';
import { STRK } from './filledNode.ts';
import { canOpen } from './openPage.ts';
import { usePage } from './usePage.ts';

const RULE = { fault: 'unavailable', method: 'starknet_chainId', at: 1 } as const;
const SENTENCE = 'The 1st request of starknet_chainId is refused with 503';

describe.runIf(canOpen)('faults on the page', () => {
  const tests = usePage(() => startServer('--ui', '--price-schedule', 'walk:7'));
  const setFaults = (rules: readonly object[]) => rpc(tests.node.url, 'devnet_setFaults', { rules });

  test('are told of above every screen from the moment they are set, and ended there', async () => {
    const { page, complaints } = await tests.open('/blocks');
    await page.getByTitle('The connection to the node: Live').waitFor();
    const bar = page.getByRole('region', { name: 'Faults in force' });
    expect(await bar.count()).toBe(0);
    await setFaults([RULE]);
    await bar.getByText('1 rule disturbs clients of this node, 0 faults so far').click();
    await bar.getByText(SENTENCE).waitFor();
    await expect(rpc(tests.node.url, 'starknet_chainId')).rejects.toThrow();
    await bar.getByText('1 fault so far').waitFor();
    await page.getByRole('link', { name: 'Accounts' }).click();
    await page.getByRole('heading', { name: 'Accounts', exact: true }).waitFor();
    await bar.getByRole('button', { name: 'End the faults' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await rpc(tests.node.url, 'devnet_getFaults')).toMatchObject({ rules: [] });
    expect(complaints).toEqual([]);
  });

  test('do not disturb the forms of the page', async () => {
    await setFaults([{ fault: 'unavailable' }]);
    const { page } = await tests.open(`/contract/${STRK}?tab=write`);
    await page.getByText('transfer', { exact: true }).click();
    await page.getByLabel('recipient: ContractAddress').first().fill('0x99');
    await page.getByLabel('amount: u256').first().fill('7');
    await page.getByRole('button', { name: 'Send' }).first().click();
    await page.getByRole('status').getByText('succeeded').waitFor();
    expect(await rpc(tests.node.url, 'devnet_getFaults')).toMatchObject({ total: 0 });
    await setFaults([]);
  });

  test.each(SIZES)('stand on the timeline beside the prices that moved, in both themes: %s', async (_, viewport) => {
    await rpc(tests.node.url, 'devnet_mine', { blocks: 3 });
    await setFaults([RULE]);
    await expect(rpc(tests.node.url, 'starknet_chainId')).rejects.toThrow();
    const { page, complaints } = await tests.open('/timeline', { viewport });
    const newest = await rpc<number>(tests.node.url, 'chain_blockNumber');
    const row = page.locator('.timeline > li').filter({ hasText: `Block ${newest}` });
    await row.getByRole('list', { name: 'Faults' }).getByText(SENTENCE).waitFor();
    await row.getByText(/L2 gas [\d.,]+ g?fri [↑↓](up|down) [\d.]+ %/).waitFor();
    expect(await page.getByRole('list', { name: 'Faults' }).count()).toBe(1);
    await page.getByText('Faults are in force').click();
    expect(await faultsInBothThemes(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await setFaults([]);
  });
});
