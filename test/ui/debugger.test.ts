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

  test('says where its source begins, and leads to what is before that', async () => {
    const { page } = await tests.open(`/tx/${tests.node.failed}/debug`);
    const note = page.getByText('There is no source before this line.');
    await note.waitFor(SLOW);
    const bars = page.locator('.time-calls button');
    await expect
      .poll(() => bars.allTextContents(), SLOW)
      .toEqual(expect.arrayContaining(['account 0.__execute__', 'STRK.transfer']));
    // The stack says the same.
    expect(await page.locator('.debug-stack b').allTextContents()).toContain('account 0.__execute__');
    await page.getByText('Marks in time').waitFor(SLOW);
    const start = await step(page);
    await page.getByRole('slider').fill('0');
    await page.getByText('Sierra, no source').waitFor(SLOW);
    expect(await step(page)).toMatch(/^step 0 of/);
    await note.waitFor({ ...SLOW, state: 'detached' });
    // A move back from there stays there.
    await page.getByRole('button', { name: 'Back', exact: true }).click(SLOW);
    await expect.poll(() => page.getByRole('button', { name: 'Back', exact: true }).isDisabled(), SLOW).toBe(true);
    expect(await step(page)).toMatch(/^step 0 of/);
    await page.keyboard.press('F11');
    await page.getByText(start).waitFor(SLOW);
  });

  test('goes back to what gave variables without names their values, or says that it cannot', async () => {
    const { page } = await tests.open(
      `/tx/${tests.node.failed}/debug?stop=${encodeURIComponent(tests.node.failedLine)}`,
    );
    const origin = (name: string) => page.getByRole('button', { name: `Go to what wrote ${name}`, exact: true });
    await origin('[86]').waitFor(SLOW);
    const before = await step(page);
    await page.getByLabel('Expression to watch').fill('[86] > 5');
    await page.keyboard.press('Enter');
    await page.locator('.debug-watches').getByText('true').waitFor(SLOW);
    await origin('[86]').click();
    await page.getByText(before).waitFor({ ...SLOW, state: 'detached' });
    // The argument of the outermost function comes from no line of source.
    await page.getByRole('slider').fill('0');
    await page.getByText(/^step 0 of/).waitFor(SLOW);
    await page.keyboard.press('F11');
    await page.getByText('Way::Panic(7)', { exact: true }).first().waitFor(SLOW);
    const first = await step(page);
    await page.keyboard.press('F10');
    await page.getByText(first).waitFor({ ...SLOW, state: 'detached' });
    const place = await step(page);
    await page.setViewportSize({ width: 1280, height: 400 });
    await origin('[11]').click(SLOW);
    const note = page.getByText(/no line of this function that gave it its value was found/);
    await note.waitFor(SLOW);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const box = (await note.boundingBox())!;
    expect(box.y).toBeGreaterThan(0);
    expect(box.y + box.height).toBeLessThan(400);
    expect(await step(page)).toBe(place);
    for (const name of ['Reverse', 'Back into', 'Back'])
      expect(await page.getByRole('button', { name, exact: true }).isEnabled()).toBe(true);
  });

  test('fails in a Sierra statement where there is no line', async () => {
    const { page } = await tests.open(`/tx/${tests.node.reverted}`);
    await page.getByRole('link', { name: 'Debug the failure' }).click(SLOW);
    await page.getByText(/^It fails in this Sierra statement: /).waitFor(SLOW);
    // It does not stick to the edge of the panel.
    const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
    const text = await page.locator('.source-advice').evaluate((each) => {
      const range = each.ownerDocument.createRange();
      range.selectNodeContents(each);
      return range.getBoundingClientRect().left;
    });
    expect(text - (await box('.debug-source')).x).toBeGreaterThan(8);
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
