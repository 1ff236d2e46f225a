// A node that refuses requests: the page does not offer them, and says why.
import { describe, expect, test } from 'vitest';
import { rpc, startServer } from '../support/server.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

describe.runIf(canOpen)('somebody whose node was started in restrictive mode', () => {
  const tests = usePage(() => startServer('--ui', '--restrictive-mode'));

  test('is told by the node all that it refuses, also what the list of starknet-devnet does not have', async () => {
    const { forbidden_methods } = await rpc<{ forbidden_methods: string[] }>(tests.node.url, 'sandbox_getConfig');
    expect(forbidden_methods).toEqual(expect.arrayContaining(['sandbox_mint', 'sandbox_restore', 'sandbox_mine']));
    expect(await rpc(tests.node.url, 'devnet_getConfig')).not.toHaveProperty('forbidden_methods');
  });

  test.each([
    ['/', 'Make a block'],
    ['/accounts', 'Mint'],
    ['/timeline', 'Take a snapshot'],
    ['/block/0', 'Restore'],
    ['/mempool', 'Use a mempool'],
    ['/simulate', 'Send'],
  ] as const)('cannot press what would be refused, and sees the reason: %s', async (path, name) => {
    const { page, complaints } = await tests.open(path);
    const button = page.getByRole('button', { name, exact: true });
    await expect.poll(() => button.isDisabled(SLOW), SLOW).toBe(true);
    await expect.poll(() => button.getAttribute('title'), SLOW).toMatch(/refuses sandbox_.*--restrictive-mode/);
    expect(complaints).toEqual([]);
  });

  test('is told that there is no coverage, which shows source files', async () => {
    const { page, complaints } = await tests.open('/coverage');
    await page.getByText('This node refuses sandbox_getCoverage').waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Count again' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('can press what is not refused, and has no form for what is', async () => {
    const { page } = await tests.open('/');
    await expect.poll(() => page.getByRole('button', { name: '+ 1 hour' }).isEnabled(SLOW), SLOW).toBe(true);
    await page.goto(`${tests.node.url}/ui/classes`);
    await page.getByText('This node refuses sandbox_applyStateDiff').waitFor(SLOW);
    expect(await page.getByText('Declare a class file').count()).toBe(0);
    await page.goto(`${tests.node.url}/ui/controls`);
    await page.getByText('sandbox_mint').or(page.getByText('devnet_mint')).first().click(SLOW);
    await page.getByText('This node refuses sandbox_mint').waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);
  });
});
