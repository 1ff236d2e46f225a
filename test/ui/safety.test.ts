import { spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { cli, freePort, rpc } from '../support/server.ts';
import { declare, readClass, startFilledNode } from './filledNode.ts';
import { canOpen, openPage } from './openPage.ts';
import { usePage } from './usePage.ts';

const HOSTILE = '<img src=x onerror="globalThis.hacked=1">';
const TURNED = '\u202egnp.exe\u202c';

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
    ]);
    const classHash = await declare(tests.node.url, { ...contract_class, abi });
    await rpc(tests.node.url, 'devnet_setClassHash', { contract_address: '0xbad', class_hash: classHash });
    const { page, complaints } = await tests.open('/contract/0xbad');
    await page.getByText('onerror').first().waitFor();
    for (const path of [
      '/contract/0xbad?tab=write',
      `/class/${classHash}`,
      `/class/${classHash}?tab=abi`,
      '/classes',
      '/contracts',
    ]) {
      await page.goto(`${tests.node.url}/ui${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForTimeout(300);
      expect(await page.evaluate('globalThis.hacked'), path).toBeUndefined();
      expect(await page.locator('main img').count(), path).toBe(0);
      expect(await page.locator('main').textContent(), path).not.toContain('\u202e');
      const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(over, path).toBe(0);
    }
    expect(complaints).toEqual([]);
  });

  test('shows what it knew while the node is away, and goes on when it is there again', async () => {
    const port = await freePort();
    const start = () =>
      spawn(process.execPath, [cli, '--ui', '--port', String(port), '--seed', '0'], { stdio: 'ignore' });
    const url = `http://127.0.0.1:${port}`;
    const isUp = () =>
      expect
        .poll(
          () =>
            fetch(`${url}/is_alive`).then(
              (answer) => answer.ok,
              () => false,
            ),
          { timeout: 20_000 },
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
      await page.getByText('permissioned_mint').waitFor({ timeout: 5_000 });
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('is taken back with the chain', async () => {
    const id = await rpc<string>(tests.node.url, 'devnet_snapshot');
    const { tx_hash } = await rpc<{ tx_hash: string }>(tests.node.url, 'devnet_mint', { address: '0x77', amount: 1 });
    const { page } = await tests.open('/txs');
    await page.getByTitle(tx_hash).waitFor();
    await rpc(tests.node.url, 'devnet_revert', { snapshot_id: id });
    await page.getByTitle(tx_hash).waitFor({ state: 'detached', timeout: 5_000 });
  });
});
