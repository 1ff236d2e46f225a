// The debugger with the keyboard, on a connection that is slower than the hands.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { rpc } from '../support/server.ts';
import { startFilledNode } from './filledNode.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const stepText = (page: Page) => page.getByText(/^step [\d,]+ of/).textContent();

describe.runIf(canOpen)('somebody who debugs with keys', () => {
  const tests = usePage(startFilledNode);
  const open = async (query = '') => {
    const opened = await tests.open(`/tx/${tests.node.failed}/debug${query}`);
    await opened.page.getByRole('button', { name: 'Over' }).waitFor(SLOW);
    return opened.page;
  };

  test('loses no step that was made before the answer to the last', async () => {
    const slow = await open();
    await slow.route('**/rpc', async (route) => {
      await pause(150);
      await route.continue();
    });
    for (let i = 0; i < 6; i++) await slow.keyboard.press('F11');
    const patient = await open();
    for (let i = 0; i < 6; i++) {
      const before = await stepText(patient);
      await patient.keyboard.press('F11');
      await expect.poll(() => stepText(patient), SLOW).not.toBe(before);
    }
    const expected = await stepText(patient);
    await expect.poll(() => stepText(slow), SLOW).toBe(expected);
  });

  test('sets breakpoints with F9 and the arrow keys, and finds them again in the same browser', async () => {
    const page = await open(`?stop=${encodeURIComponent(tests.node.failedLine)}`);
    const isSet = (line: number) =>
      page.getByRole('button', { name: `Breakpoint in line ${line}`, exact: true }).getAttribute('aria-pressed');
    const line = Number(await page.locator('.debug-source .current .line-number').textContent(SLOW));
    await page.keyboard.press('F9');
    await expect.poll(() => isSet(line), SLOW).toBe('true');
    await page.getByRole('button', { name: `Breakpoint in line ${line}`, exact: true }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('F9');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.reload();
    await page.getByRole('button', { name: 'Over' }).waitFor(SLOW);
    for (const at of [line, line - 1, line - 2]) await expect.poll(() => isSet(at), SLOW).toBe('true');
    expect(await isSet(line - 3)).toBe('false');
    // The calls in time are one stop of the Tab key.
    const failing = await stepText(page);
    await page.locator('.time-calls button[tabindex="0"]').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect.poll(() => stepText(page), SLOW).not.toBe(failing);
  });

  test('reads at the failing line why it fails', async () => {
    const { page } = await tests.open(`/tx/${tests.node.failed}`);
    await page.getByRole('link', { name: 'Debug the failure' }).click(SLOW);
    await page.getByText(/^It fails in this line: .*the vault is closed/).waitFor(SLOW);
    await page.keyboard.press('Shift+F10');
    await page.getByText(/^It fails in this line/).waitFor({ ...SLOW, state: 'detached' });
  });

  test('sees the moments go by while the slider is dragged', async () => {
    const page = await open();
    const slider = page.getByRole('slider');
    const box = (await slider.boundingBox())!;
    const before = await stepText(page);
    await page.mouse.move(box.x + 5, box.y + box.height / 2);
    await slider.evaluate((element) => {
      const input = element as unknown as { value: string; dataset: { hand?: string } };
      element.addEventListener('input', () => {
        input.dataset.hand = input.value;
      });
    });
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 5 });
    await expect.poll(() => stepText(page), SLOW).not.toBe(before);
    // Answers are about whole lines; the slider stays below the hand.
    await pause(1_000);
    expect(await slider.inputValue()).toBe(await slider.getAttribute('data-hand'));
    await page.mouse.up();
  });

  test('is told that a transaction was taken back, and has no buttons for it any more', async () => {
    const { url } = tests.node;
    const snapshot_id = await rpc(url, 'devnet_snapshot');
    const { tx_hash } = await rpc<{ tx_hash: string }>(url, 'devnet_mint', { address: '0x79', amount: 1 });
    const { page } = await tests.open(`/tx/${tx_hash}/debug`);
    await page.getByRole('button', { name: 'Over' }).waitFor(SLOW);
    await rpc(url, 'devnet_restore', { snapshot_id });
    await page.keyboard.press('F11');
    await page.getByRole('heading', { name: 'Transaction not found' }).waitFor(SLOW);
    expect(await page.getByRole('button', { name: 'Over' }).count()).toBe(0);
  });
});
