// The debugger of the page: a transaction that failed three contracts deep, forward and back.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { rpc } from '../support/server.ts';
import { declare, readClass, senderOf, startFilledNode } from './filledNode.ts';
import { holdRequests } from './holdRequests.ts';
import { canOpen } from './openPage.ts';
import { usePage } from './usePage.ts';

const SLOW = { timeout: 600_000 };

/** The line that runs next, as `file:line`, from the stack. */
const place = (page: Page) => page.locator('.debug-stack button[aria-pressed="true"] .muted').textContent();
/** The step that the page says it is at. */
const step = async (page: Page) => (await page.getByText(/^step [\d,]+ of/).textContent())!;

describe.runIf(canOpen)('the debugger', () => {
  const tests = usePage(startFilledNode);

  test('goes from a transaction to its panic and back, and its link leads to the same moment', async () => {
    const { page, complaints } = await tests.open(`/tx/${tests.node.failed}`);
    await page.getByRole('link', { name: 'Debug', exact: true }).click(SLOW);
    await page.getByRole('button', { name: 'Continue' }).click(SLOW);
    await page.getByText(/^Panic: .*the vault is closed/).waitFor(SLOW);
    const [file, line] = tests.node.failedLine.split(':') as [string, string];
    expect(await place(page)).toBe(`${file.split('/').at(-1)}:${line}`);
    expect(await page.locator('.debug-source .current .line-number').textContent()).toBe(line);
    const contracts = await page.locator('.debug-stack b').allTextContents();
    expect(contracts.map((name) => name.split('.')[0])).toEqual(expect.arrayContaining(['Vault', 'Till', 'Shop']));
    const at = await step(page);
    await page.reload();
    await page.getByText(at).waitFor(SLOW);
    await page.keyboard.press('Shift+F10');
    await page.getByText(at).waitFor({ ...SLOW, state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('steps with keys, stops at lines, and shows other functions of the stack', async () => {
    const { page, complaints } = await tests.open(`/tx/${tests.node.failed}/debug`);
    await page.getByRole('button', { name: 'Over' }).waitFor(SLOW);
    const start = await step(page);
    await page.keyboard.press('F11');
    await page.getByText(start).waitFor({ ...SLOW, state: 'detached' });
    await page.keyboard.press('Alt+F11');
    await page.getByText(start).waitFor(SLOW);
    // Each call can be clicked, and so can its functions in the stack.
    await page
      .getByRole('button', { name: 'Vault.', exact: false })
      .first()
      .click({ ...SLOW, force: true });
    await page.getByText(start).waitFor({ ...SLOW, state: 'detached' });
    const inner = await place(page);
    await page.locator('.debug-stack button').last().click();
    await expect.poll(() => place(page), SLOW).not.toBe(inner);
    await page.locator('.debug-stack button').first().click();
    await expect.poll(() => place(page), SLOW).toBe(inner);
    // A breakpoint in front of here, in reverse.
    const line = Number(inner!.split(':')[1]);
    await page.getByRole('button', { name: `Breakpoint in line ${line}`, exact: true }).click();
    const here = await step(page);
    await page.getByRole('slider').evaluate((slider) => {
      (slider as unknown as { value: string; max: string }).value = (slider as unknown as { max: string }).max;
      slider.dispatchEvent(new (globalThis as unknown as { Event: typeof Event }).Event('input', { bubbles: true }));
    });
    await page.getByText('The transaction has ended.').waitFor(SLOW);
    await page.getByLabel('panics').uncheck();
    await page.keyboard.press('Shift+F8');
    await page.getByText(here).waitFor(SLOW);
    expect(complaints).toEqual([]);
  });

  test('does not change the address of another screen when an answer comes late', async () => {
    const { page } = await tests.open(`/tx/${tests.node.transfer}`);
    const held = await holdRequests(page, 'debugTransaction');
    await page.getByRole('link', { name: 'Debug', exact: true }).click(SLOW);
    await held.made();
    await page.getByRole('link', { name: 'Blocks' }).click();
    await page.getByRole('heading', { level: 1, name: 'Blocks' }).waitFor(SLOW);
    await held.release();
    expect(new URL(page.url()).search).toBe('');
  });

  test('says how source gets to a contract that has none', async () => {
    const { page } = await tests.open(`/tx/${tests.node.reverted}/debug`);
    await page.getByText('This contract came with the node, which has no source of it.').waitFor(SLOW);
    const { url } = tests.node;
    const class_hash = await declare(url, readClass('exerciser'));
    await rpc(url, 'devnet_setClassHash', { contract_address: '0x57e8', class_hash });
    const { send } = await senderOf(url);
    const hash = await send([{ to: '0x57e8', entryPoint: 'send', calldata: [5n, 1n, 42n] }]);
    await page.goto(`${url}/ui/tx/${hash}/debug?stop=panic`);
    await page
      .getByRole('button', { name: 'Exerciser.send' })
      .first()
      .click({ ...SLOW, force: true });
    await page.getByText('The node has no source of this contract. Start it in the folder').waitFor(SLOW);
  });

  test('says what is wrong with a hash', async () => {
    const { page } = await tests.open('/tx/0x1234/debug');
    await page.getByText('Transaction not found').waitFor(SLOW);
    await page.goto(`${tests.node.url}/ui/tx/nothing/debug`);
    await page.getByText('This is not a transaction hash').waitFor(SLOW);
  });
});
