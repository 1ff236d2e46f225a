import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rpc, startServer } from '../support/server.ts';
import { declare, readClass } from './filledNode.ts';
import { canOpen } from './openPage.ts';
import { usePage } from './usePage.ts';

const classFile = (name: string) => join(import.meta.dirname, `../../contracts/classes/${name}.sierra.json`);

/** A node that follows the builds in a folder. */
async function startWatchingNode() {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-rebuild-'));
  const build = (name: string) => copyFileSync(classFile(name), join(folder, 'counter_Counter.contract_class.json'));
  build('counter_before');
  const server = await startServer('--ui', '--watch', '--artifacts', folder);
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...server, stop, build };
}

describe.runIf(canOpen)('a contract that is built again', () => {
  const tests = usePage(startWatchingNode);

  test('is announced by the page, which then links to its new class', async () => {
    const { node } = tests;
    const class_hash = await declare(node.url, readClass('counter_before'));
    await rpc(node.url, 'devnet_setClassHash', { contract_address: '0x123', class_hash });
    const { page, complaints } = await tests.open('/contract/0x123');
    await page.getByTitle('The connection to the node: Live').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Counter' }).waitFor();
    const shownClass = page.locator('main a[href*="/class/"]').first();
    const before = await shownClass.getAttribute('href');
    node.build('counter_after');
    await page.getByText('Counter was built again. 1 contract runs the new class.').waitFor();
    await expect.poll(() => shownClass.getAttribute('href')).not.toBe(before);
    expect(complaints).toEqual([]);
  });
});
