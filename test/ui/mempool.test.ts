import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shortHash } from '../../ui/src/parts/values/format.ts';
import { rpc, startServer } from '../support/server.ts';
import { faultsInBothThemes, SIZES } from './axe.ts';
import { type FilledNode, queueTransfer, STRK } from './filledNode.ts';
import { canOpen } from './openPage.ts';
import { usePage } from './usePage.ts';

describe.runIf(canOpen)('the mempool screen', () => {
  const tests = usePage(() => startServer('--ui', '--block-generation-on', 'mempool'));
  let accounts: FilledNode['accounts'];

  /** Sends a transfer, which waits; returns its hash. */
  const queue = (account: number, nonce: number) => queueTransfer(tests.node.url, accounts[account]!, nonce);

  const statusOf = async (transaction_hash: string) =>
    (await rpc<{ finality_status: string }>(tests.node.url, 'starknet_getTransactionStatus', { transaction_hash }))
      .finality_status;

  beforeAll(async () => {
    accounts = await rpc(tests.node.url, 'devnet_getPredeployedAccounts');
  });

  beforeEach(async () => {
    await rpc(tests.node.url, 'devnet_restart');
  });

  test('shows at once what waits, and selects, aborts, seals and removes it', async () => {
    const { page, complaints } = await tests.open('/mempool');
    await page.getByText('Nothing waits').waitFor();
    await page.getByTitle('The connection to the node: Live').waitFor();
    const first = await queue(0, 0);
    const late = await queue(1, 2);
    const waiting = page.getByRole('table', { name: 'Transactions that wait' });
    const open = page.getByRole('table', { name: 'Transactions of the open block' });
    await waiting.getByText('ready').waitFor();
    await waiting.getByText('blocked: nonce 0 is missing').waitFor();
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    await button(`Select ${shortHash(late)}`).click();
    await page
      .getByRole('region', { name: 'The last selection' })
      .getByText('goes on waiting: Its nonce is 2')
      .waitFor();
    await button('Select next').click();
    await open.getByTitle(first).waitFor();
    expect(await statusOf(first)).toBe('PRE_CONFIRMED');

    await button('Abort').click();
    await page.getByText('Nothing is selected').waitFor();
    expect(await statusOf(first)).toBe('RECEIVED');

    await button('Fill the block').click();
    await open.getByTitle(first).waitFor();
    await button('Seal').click();
    await page.getByText('Nothing is selected').waitFor();
    expect(await statusOf(first)).toBe('ACCEPTED_ON_L2');

    await button(`Remove ${shortHash(late)}`).click();
    await page.getByText('Nothing waits', { exact: true }).waitFor();
    const again = await queue(1, 0);
    await waiting.getByTitle(again).waitFor();
    await button('Clear').click();
    await page.getByText('Nothing waits', { exact: true }).waitFor();
    await expect(statusOf(again)).rejects.toThrow();
    expect(complaints).toEqual([]);
  });

  test('changes how transactions are selected', async () => {
    const { page } = await tests.open('/mempool');
    await page.getByLabel('Order', { exact: true }).selectOption('starknet');
    await page.getByLabel('Room of a block').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('room for 3 more').waitFor();
    const { config } = await rpc<{ config: object }>(tests.node.url, 'devnet_getMempool');
    expect(config).toMatchObject({ ordering: 'starknet', max_transactions_per_block: 3 });
    await page.getByLabel('Room of a block').fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must be positive').waitFor();
    await rpc(tests.node.url, 'devnet_setMempoolConfig', { ordering: 'fifo', max_transactions_per_block: 500 });
  });

  test('has what a form of the page sent, which shows the outcome when it was selected', async () => {
    await queue(0, 0);
    const { page, complaints } = await tests.open(`/contract/${STRK}?tab=write`);
    await page.getByText('transfer', { exact: true }).click();
    await page.getByLabel('recipient: ContractAddress').first().fill('0x99');
    await page.getByLabel('amount: u256').first().fill('7');
    await page.getByRole('button', { name: 'Send' }).first().click();
    const sent = page.getByRole('status').filter({ hasText: 'waits in the mempool until it is selected' });
    await sent.waitFor();
    expect(await sent.getByRole('link').allTextContents()).toEqual([expect.stringContaining('0x'), 'mempool']);
    expect(await faultsInBothThemes(page)).toEqual([]);
    // The form can send another one, which waits behind it.
    await page.getByRole('button', { name: 'Send', exact: true }).first().click();
    const waiting = async () =>
      (await rpc<{ transactions: unknown[] }>(tests.node.url, 'devnet_getMempool')).transactions.length;
    await expect.poll(waiting).toBe(3);
    await rpc(tests.node.url, 'devnet_createBlock');
    await page.getByRole('status').getByText('succeeded').waitFor();
    expect(complaints).toEqual([]);
  });

  test('is named at once by a form that would otherwise be sending for ever', async () => {
    const { page } = await tests.open('/simulate');
    const fields = page.getByRole('group', { name: 'Call 1' });
    await fields.getByLabel('Contract', { exact: true }).fill(STRK);
    await fields.getByLabel('Function').selectOption('transfer');
    await fields.getByLabel(/^recipient/).fill('0x99');
    await fields.getByLabel(/^amount/).fill('7');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('status').getByText('waits in the mempool until it is selected').waitFor();
    await page.getByRole('button', { name: 'Simulate', exact: true }).click();
    await page.getByText('ERC20_balances[0x99]').waitFor();
  });

  test('is where the screen of a transaction that waits leads to', async () => {
    const hash = await queue(0, 0);
    const { page } = await tests.open(`/tx/${hash}`);
    await page.getByText('has not been executed').waitFor();
    await rpc(tests.node.url, 'devnet_createBlock');
    await page.getByText('accepted on L2').waitFor();
  });

  test.each(SIZES)('is accessible in both themes and not wider than the window: %s', async (_, viewport) => {
    for (const nonce of [0, 1, 3]) await queue(0, nonce);
    await rpc(tests.node.url, 'devnet_preconfirmTransactions', { max_transactions: 1 });
    const { page } = await tests.open('/mempool', { viewport });
    await page.getByText('blocked: nonce 2 is missing').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
  });
});

describe.runIf(canOpen)('the mempool screen of a node without a mempool', () => {
  const tests = usePage(() => startServer('--ui'));

  test('says how to get one, and begins to use it', async () => {
    const { page } = await tests.open('/mempool');
    await page.getByText('--block-generation-on mempool').waitFor();
    await page.getByRole('button', { name: 'Use a mempool' }).click();
    await page.getByText('Nothing waits', { exact: true }).waitFor();
    const mode = async () =>
      (await rpc<{ block_generation_on: unknown }>(tests.node.url, 'sandbox_getOverview')).block_generation_on;
    expect(await mode()).toBe('mempool');

    // And back: what is selected is sealed, and what waits stays until it is selected.
    const accounts = await rpc<FilledNode['accounts']>(tests.node.url, 'devnet_getPredeployedAccounts');
    const first = await queueTransfer(tests.node.url, accounts[0]!, 0);
    const second = await queueTransfer(tests.node.url, accounts[0]!, 1);
    const waiting = page.getByRole('table', { name: 'Transactions that wait' });
    await waiting.getByTitle(second).waitFor();
    await page.getByRole('button', { name: 'Select next' }).click();
    await page.getByRole('table', { name: 'Transactions of the open block' }).getByTitle(first).waitFor();
    await page.getByText('those that wait go on waiting here until you select or remove them').waitFor();
    await page.getByRole('button', { name: 'Execute when sent' }).click();
    await page.getByText('New transactions do not wait any more').waitFor();
    expect(await mode()).toBe('transaction');
    const statusOf = async (transaction_hash: string) =>
      (await rpc<{ finality_status: string }>(tests.node.url, 'starknet_getTransactionStatus', { transaction_hash }))
        .finality_status;
    expect([await statusOf(first), await statusOf(second)]).toEqual(['ACCEPTED_ON_L2', 'RECEIVED']);
    await page.getByRole('button', { name: `Select ${shortHash(second)}` }).click();
    await page.getByText('Transactions do not wait here').waitFor();
    expect(await statusOf(second)).toBe('ACCEPTED_ON_L2');
  });
});
