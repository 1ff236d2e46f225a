import { spawn } from 'node:child_process';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { cli, freePort, rpc } from '../support/server.ts';
import { declare, readClass, startFilledNode } from './filledNode.ts';
import { canOpen, openPage } from './openPage.ts';
import { usePage } from './usePage.ts';

const HOSTILE = '<img src=x onerror="globalThis.hacked=1">';
const TURNED = '\u202egnp.exe\u202c';

/** Compares the snapshot with the hostile name with the present state. */
async function compareWithNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Compare .*onerror/ }).click();
  await page.getByRole('heading', { name: /^From .*onerror.* to now$/ }).waitFor();
  await page.getByRole('region', { name: 'Comparison' }).getByText('nonce 0 → 5').first().waitFor();
}

/** Chooses the contract with the hostile ABI and the function with hostile parameters. */
async function chooseHostileFunction(page: Page): Promise<void> {
  const fields = page.getByRole('group', { name: 'Call 1' });
  await fields.getByLabel('Contract', { exact: true }).fill('0xbad');
  const functions = fields.getByLabel('Function');
  await functions.waitFor();
  expect((await functions.locator('option').allTextContents()).some((text) => text.includes('onerror'))).toBe(true);
  await functions.selectOption('g');
  await fields
    .getByLabel(/onerror/)
    .first()
    .fill('1');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('status').getByRole('alert').or(page.getByText('Result, if it were sent now')).first().waitFor();
}

describe.runIf(canOpen)('the page', () => {
  const tests = usePage(startFilledNode);

  test('shows a hostile ABI as text: markup, long names, turned text', async () => {
    const contract_class = readClass('branching') as { abi: string };
    const long = 'x'.repeat(50_000);
    const items: { type: string; name: string }[] = JSON.parse(contract_class.abi);
    const view = (name: string) => ({ type: 'function', name, inputs: [], outputs: [], state_mutability: 'view' });
    const abi = JSON.stringify([
      ...items,
      view(HOSTILE),
      view(TURNED),
      view(long),
      { ...view('f'), inputs: [{ name: HOSTILE, type: HOSTILE }] },
      { ...view(`${TURNED}${HOSTILE}`), state_mutability: 'external', inputs: [] },
      { ...view('g'), state_mutability: 'external', inputs: [{ name: `${TURNED}${HOSTILE}`, type: 'core::felt252' }] },
    ]);
    const classHash = await declare(tests.node.url, { ...contract_class, abi });
    await rpc(tests.node.url, 'devnet_setClassHash', { contract_address: '0xbad', class_hash: classHash });
    // As a name of storage, of a class and of a snapshot in the comparison of two states.
    const before = await rpc<string>(tests.node.url, 'devnet_snapshot');
    await rpc(tests.node.url, 'devnet_nameSnapshot', { snapshot_id: before, name: HOSTILE.slice(0, 100) });
    await rpc(tests.node.url, 'devnet_setNonce', { contract_address: '0xbad', nonce: '0x5' });
    const { page, complaints } = await tests.open('/contract/0xbad');
    await page.getByText('onerror').first().waitFor();
    for (const path of [
      '/contract/0xbad?tab=write',
      `/class/${classHash}`,
      `/class/${classHash}?tab=abi`,
      '/classes',
      '/contracts',
      '/timeline',
      '/simulate',
    ]) {
      await page.goto(`${tests.node.url}/ui${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === '/timeline') await compareWithNow(page);
      else if (path === '/simulate') await chooseHostileFunction(page);
      // Until all requests of the screen are answered.
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate('globalThis.hacked'), path).toBeUndefined();
      expect(await page.locator('main img').count(), path).toBe(0);
      expect(await page.locator('main').textContent(), path).not.toContain('\u202e');
      const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(over, path).toBe(0);
    }
    expect(complaints).toEqual([]);
  });

  test('shows the last data while the node is away, and reconnects when it is back', async () => {
    const port = await freePort();
    const start = () =>
      spawn(process.execPath, [cli, '--ui', '--port', String(port), '--seed', '0'], { stdio: 'ignore' });
    const url = `http://127.0.0.1:${port}`;
    const isUp = () =>
      expect
        .poll(() =>
          fetch(`${url}/is_alive`).then(
            (answer) => answer.ok,
            () => false,
          ),
        )
        .toBe(true);
    let child = start();
    try {
      await isUp();
      await rpc(url, 'devnet_mint', { address: '0x77', amount: 1 });
      const { page } = await openPage(tests.browser, url, '/txs');
      await page.getByText('permissioned_mint').waitFor();
      child.kill('SIGKILL');
      await page.getByRole('alert').getByText('does not answer').waitFor();
      await page.getByText('permissioned_mint').waitFor();
      child = start();
      await isUp();
      // The new node has another chain, without the transaction.
      await page.getByTitle('The connection to the node: Live').waitFor();
      await page.getByText('No transaction yet').waitFor();
      await rpc(url, 'devnet_mint', { address: '0x77', amount: 1 });
      await page.getByText('permissioned_mint').waitFor();
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('drops a transaction from its list when the chain is reverted', async () => {
    const id = await rpc<string>(tests.node.url, 'devnet_snapshot');
    const { tx_hash } = await rpc<{ tx_hash: string }>(tests.node.url, 'devnet_mint', { address: '0x77', amount: 1 });
    const { page } = await tests.open('/txs');
    await page.getByTitle(tx_hash).waitFor();
    await rpc(tests.node.url, 'devnet_revert', { snapshot_id: id });
    await page.getByTitle(tx_hash).waitFor({ state: 'detached' });
  });
});
