// The source in the debugger of the page: colours, values, gas, files, watches, conditions and where values come from.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsInBothThemes } from './axe.ts';
import { startDebuggingNode } from './debuggingNode.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

const lineOf = (page: Page, text: string) => page.locator('.debug-source pre > div', { hasText: text }).first();
const place = (page: Page) => page.locator('.debug-stack button[aria-pressed="true"] .muted').textContent(SLOW);

/** Whether a line is in the part of the source that one sees. */
async function isInSight(page: Page, line: Locator): Promise<boolean> {
  const [box, row] = [await page.locator('.debug-source pre').boundingBox(), await line.boundingBox()];
  return row!.y >= box!.y && row!.y + row!.height <= box!.y + box!.height;
}

describe.runIf(canOpen)('the source in the debugger', () => {
  const tests = usePage(startDebuggingNode);
  const open = async (hash: string, stop: string) => {
    const opened = await tests.open(`/tx/${hash}/debug?stop=${encodeURIComponent(stop)}`);
    await opened.page.getByRole('button', { name: 'Over' }).waitFor();
    return opened;
  };
  const markOf = (name: string) => {
    const { file, line } = tests.node.project.mark(name);
    return `${file}:${line}`;
  };

  test('shows all parts of a long file, and leads back', async () => {
    // Before the node has read the file for another test.
    const { file } = tests.node.project.mark('write');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text}${Array.from({ length: 700 }, (_, i) => `\n// padding ${i}`).join('')}`);
    try {
      const { page } = await open(tests.node.traded, markOf('write'));
      const last = lineOf(page, '// padding 699');
      const [earlier, later] = [/^Earlier/, /^Later/].map((name) => page.getByRole('button', { name })) as [
        Locator,
        Locator,
      ];
      expect([await last.count(), await earlier.count()]).toEqual([0, 0]);
      await later.click(SLOW);
      await last.waitFor(SLOW);
      expect(await later.count()).toBe(0);
      await earlier.click(SLOW);
      await lineOf(page, 'MARK: write').waitFor(SLOW);
      await later.click(SLOW);
      await last.waitFor(SLOW);
      // A breakpoint leads to its line, also within the part that is shown.
      const breakpoint = lineOf(page, '// padding 650');
      await breakpoint.getByRole('button').click(SLOW);
      await page.getByRole('button', { name: 'Back to the line that runs' }).click(SLOW);
      await lineOf(page, 'MARK: write').waitFor(SLOW);
      const rows = page.locator('.debug-breakpoints li');
      await rows.getByRole('button').first().click(SLOW);
      await breakpoint.waitFor(SLOW);
      expect(await isInSight(page, breakpoint)).toBe(true);
      await page.locator('.debug-source pre').evaluate((pre) => pre.scrollTo(0, 0));
      await lineOf(page, '// padding 610').getByRole('button').click(SLOW);
      await page.locator('.debug-source pre').evaluate((pre) => pre.scrollTo(0, 0));
      await rows.getByRole('button', { name: /^[^R]/ }).last().click(SLOW);
      await expect.poll(() => isInSight(page, lineOf(page, '// padding 610')), SLOW).toBe(true);
    } finally {
      writeFileSync(file, text);
    }
  });

  test('is in colours, with values, the gas of lines, and the panic at its line', async () => {
    const { page, complaints } = await open(tests.node.failed, 'panic');
    const failing = lineOf(page, 'MARK: panic');
    await failing.locator('.panic-note', { hasText: '13 is unlucky' }).waitFor(SLOW);
    expect(await failing.locator('.inline-values').textContent()).toBe('amount = 13');
    expect(await failing.locator('.cairo-number').textContent()).toBe('13');
    expect(await failing.locator('.cairo-text').first().textContent()).toBe('"13 is unlucky"');
    await expect.poll(() => failing.locator('.line-gas').textContent(), SLOW).toMatch(/^\d+k?$/);
    expect(await failing.locator('.line-gas').getAttribute('title')).toMatch(/^[\d,]+ L2 gas/);
    // A contract has the name that the user gave it, as on the other screens.
    const frames = page.locator('.debug-stack b');
    expect(await frames.allTextContents()).toContain('Market.trade');
    const stored = JSON.stringify(JSON.stringify([[tests.node.market, 'my shop']]));
    await page.evaluate(`localStorage.setItem('starbox-labels', ${stored})`);
    await page.reload();
    await expect.poll(() => frames.allTextContents(), SLOW).toContain('my shop.trade');
    await page.locator('.debug-values .name', { hasText: 'my shop.trades' }).waitFor(SLOW);
    // The window is used: the source and the panels end where it ends.
    await page.setViewportSize({ width: 1900, height: 900 });
    const side = (await page.locator('.debug-side').boundingBox())!;
    expect(side.x + side.width).toBeGreaterThan(1800);
    expect(complaints).toEqual([]);
  });

  test('shows a value below the mouse, watches it, and goes to the line that wrote it', async () => {
    const { page } = await open(tests.node.traded, markOf('total'));
    await lineOf(page, 'MARK: total').locator('.has-value').first().hover(SLOW);
    const card = page.locator('.hover-card');
    await card.getByText('12', { exact: true }).waitFor(SLOW);
    await card.getByRole('button', { name: 'Watch' }).click();
    const watched = page.locator('.debug-watches');
    await watched.getByText('total').waitFor(SLOW);
    await page.getByLabel('Expression to watch').fill('amount > 100');
    await page.keyboard.press('Enter');
    await watched.getByText('false').waitFor(SLOW);
    const before = await place(page);
    await page.getByRole('button', { name: 'Go to what wrote total', exact: true }).first().click();
    await expect.poll(() => place(page), SLOW).not.toBe(before);
    const written = page.locator('.debug-source .current');
    expect(await written.textContent()).toContain('let total = self.total.read() + amount');
    // Watches last.
    await page.reload();
    await watched.getByText('amount > 100').waitFor(SLOW);
    await page.getByRole('button', { name: 'Stop watching amount > 100' }).click();
    await watched.getByText('amount > 100').waitFor({ ...SLOW, state: 'detached' });
  });

  test('goes from a storage variable to the write of it', async () => {
    const { page } = await open(tests.node.traded, markOf('recorded'));
    const asked = page.waitForRequest((request) => request.postData()?.includes('last_write') ?? false, SLOW);
    await page.getByRole('button', { name: 'Go to what wrote total', exact: true }).last().click(SLOW);
    // By its address: another contract may be of the same class.
    expect((await asked).postData()).toMatch(/"cell":\s*"0x[\da-f]+\.total"/);
    await expect.poll(() => place(page), SLOW).toBe(`book.cairo:${markOf('total').split(':').at(-1)}`);
    await page.getByText('Before a storage write.').waitFor(SLOW);
  });

  test('is told where the way back to a value ends', async () => {
    const { page } = await open(tests.node.traded, markOf('write'));
    const note = page.getByText('no line of this function that gave it its value was found before this step');
    // Each click goes to an earlier line, until no earlier one has written the variable.
    for (let clicks = 0; clicks < 12 && (await note.count()) === 0; clicks++) {
      const at = await page.getByText(/^step [\d,]+ of/).textContent(SLOW);
      const origin = page.getByRole('button', { name: /^Go to what wrote/ }).first();
      if ((await origin.count()) === 0) break;
      await origin.click(SLOW);
      await expect
        .poll(
          async () => (await note.count()) > 0 || (await page.getByText(/^step [\d,]+ of/).textContent()) !== at,
          SLOW,
        )
        .toBe(true);
    }
    await note.waitFor(SLOW);
    await page.keyboard.press('F11');
    await note.waitFor({ ...SLOW, state: 'detached' });
  });

  test('shows any file, and breakpoints there stop only where their condition holds', async () => {
    const { page } = await open(tests.node.traded, markOf('write'));
    const { line } = tests.node.project.mark('total');
    await page.getByLabel('File').selectOption({ label: 'src/book.cairo · Book' }, SLOW);
    await lineOf(page, 'MARK: total').waitFor();
    await page.getByRole('button', { name: `Breakpoint in line ${line}`, exact: true }).click(SLOW);
    await page.getByRole('button', { name: 'Back to the line that runs' }).click();
    const condition = page.getByLabel(`Stop at book.cairo:${line} only if`);
    await condition.fill('amount == 7');
    // An answer that comes while somebody types draws the panel again, and takes no text away.
    const step = () => page.getByText(/^step [\d,]+ of/).textContent(SLOW);
    const before = await step();
    await page.keyboard.press('F11');
    await expect.poll(step, SLOW).not.toBe(before);
    expect(await condition.inputValue()).toBe('amount == 7');
    await condition.fill('');
    await page.getByRole('slider').fill('0');
    // It holds as soon as it is typed.
    await condition.fill('amount == 7');
    await condition.press('F8');
    await expect.poll(() => place(page), SLOW).toBe(`book.cairo:${line}`);
    await lineOf(page, 'MARK: total').getByText('total = 12').waitFor(SLOW);
    expect(await page.locator('.debug-values .value', { hasText: 'amount' }).first().textContent()).toContain('7');
  });

  test('says of a line without code where a breakpoint in it stops', async () => {
    const { page } = await open(tests.node.traded, markOf('total'));
    const number = page.getByRole('button', { name: 'Breakpoint in line 1', exact: true });
    const said = () => number.getAttribute('title', SLOW);
    await expect.poll(said, SLOW).toMatch(/^No code in this line: a breakpoint here stops at line \d+$/);
    const stop = (await said())!.split(' ').at(-1);
    await number.click(SLOW);
    await page.locator('.line-number.set.idle').waitFor(SLOW);
    await page.getByRole('slider').fill('0');
    await page.getByText(/^step 0 of/).waitFor(SLOW);
    await page.keyboard.press('F8');
    await expect.poll(() => place(page), SLOW).toBe(`book.cairo:${stop}`);
  });

  test('marks lead to where something is written, emitted or panics', async () => {
    const { page } = await open(tests.node.failed, markOf('write'));
    const marks = page.locator('.time-marks');
    const box = (await marks.boundingBox())!;
    const mark = (await marks.locator('i.panic').boundingBox())!;
    await page.mouse.click(mark.x + 1, box.y + box.height / 2);
    await expect.poll(() => place(page), SLOW).toBe(`book.cairo:${markOf('panic').split(':').at(-1)}`);
    await marks.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => place(page), SLOW).not.toBe(`book.cairo:${markOf('panic').split(':').at(-1)}`);
  });

  test('has the buttons and the failing line in sight on a phone', async () => {
    const { page } = await tests.open(`/tx/${tests.node.failed}`, { viewport: { width: 360, height: 760 } });
    // Files stand by the shortest names that tell them apart.
    const file = page.locator('.frame-title code.muted').first();
    expect(await file.textContent(SLOW)).toMatch(/^book\.cairo:\d+:\d+$/);
    expect(await file.getAttribute('title')).toContain('/src/book.cairo:');
    await page.getByRole('link', { name: 'Debug the failure' }).click(SLOW);
    await page.getByText(/^It fails in this line: .*unlucky/).waitFor(SLOW);
    const over = page.getByRole('button', { name: 'Over' });
    const line = page.locator('.debug-source .current');
    const [button, code] = [(await over.boundingBox())!, (await line.boundingBox())!];
    expect(button.y + button.height).toBeLessThanOrEqual(760);
    expect(code.y).toBeGreaterThan(52);
    expect(code.y + 20).toBeLessThan(button.y);
    // Somebody who has gone down to the panels stays there.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const at = await page.evaluate('scrollY');
    await page.getByRole('button', { name: 'Back', exact: true }).click(SLOW);
    await page.getByText(/^It fails in this line/).waitFor({ ...SLOW, state: 'detached' });
    expect(Math.abs(Number(await page.evaluate('scrollY')) - Number(at))).toBeLessThan(150);
  });

  test('says why it fails at the step of a link, and marks the panic in the call that panics alone', async () => {
    const { page } = await open(tests.node.failed, markOf('panic'));
    await page.getByText(/^It fails in this line/).waitFor(SLOW);
    await lineOf(page, 'MARK: panic').locator('.panic-note').waitFor(SLOW);
    const at = new URL(page.url()).searchParams.get('at');
    await page.goto(`${tests.node.url}/ui/tx/${tests.node.failed}/debug?at=${at}`);
    await page.getByText(/^It fails in this line: .*unlucky/).waitFor(SLOW);
    // The trade before goes through the same line, and passes.
    const step = () => page.getByText(/^step [\d,]+ of/).textContent(SLOW);
    const failing = await step();
    await page.getByLabel('panics').uncheck(SLOW);
    const { line } = tests.node.project.mark('panic');
    await page.getByRole('button', { name: `Breakpoint in line ${line}`, exact: true }).click(SLOW);
    await page.getByRole('button', { name: 'Reverse' }).click(SLOW);
    await expect.poll(step, SLOW).not.toBe(failing);
    await lineOf(page, 'MARK: panic').waitFor(SLOW);
    expect(await page.locator('.debug-source .current').textContent(SLOW)).toContain('MARK: panic');
    expect(await page.locator('.panic-note').count()).toBe(0);
    expect(await page.getByText(/^It fails in this line/).count()).toBe(0);
  });

  test('corrects an expression that is refused, and reads what expressions there are', async () => {
    const { page } = await open(tests.node.traded, markOf('total'));
    const input = page.getByLabel('Expression to watch');
    await page.getByText('There is no arithmetic.').waitFor(SLOW);
    await input.fill('amount + 1');
    await page.keyboard.press('Enter');
    const watched = page.locator('.debug-watches');
    await watched.locator('.wrong', { hasText: 'is not an expression' }).waitFor(SLOW);
    await watched.getByRole('button', { name: 'amount + 1', exact: true }).click(SLOW);
    expect(await input.inputValue()).toBe('amount + 1');
    await input.fill('amount >= 1');
    await page.getByRole('button', { name: 'Correct', exact: true }).click(SLOW);
    await watched.getByText('true').waitFor(SLOW);
    expect(await watched.getByText('amount + 1').count()).toBe(0);
    // What is removed meanwhile is added, and an emptied field corrects nothing.
    await input.fill('total + 1');
    await page.keyboard.press('Enter');
    await watched.getByRole('button', { name: 'total + 1', exact: true }).click(SLOW);
    await page.getByRole('button', { name: 'Stop watching total + 1' }).click();
    await page.getByRole('button', { name: 'Correct', exact: true }).waitFor({ ...SLOW, state: 'detached' });
    await input.fill('total - 1');
    await page.keyboard.press('Enter');
    await watched.getByRole('button', { name: 'total - 1', exact: true }).click(SLOW);
    await input.fill('');
    await input.fill('total >= 1');
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await watched.getByText('total >= 1').waitFor(SLOW);
    expect(await watched.getByRole('button', { name: 'total - 1', exact: true }).count()).toBe(1);
  });

  test('breaks no number of a storage change', async () => {
    const { page } = await open(tests.node.traded, markOf('recorded'));
    const change = page.locator('.debug-values .cell-change', { hasText: 'Book.total' }).first();
    await change.waitFor(SLOW);
    const lines = await change
      .locator('code span')
      .evaluateAll((all) => all.map((each) => each.getClientRects().length));
    expect(Math.max(...lines)).toBe(1);
  });

  test('is without faults in both themes, at all widths', async () => {
    const { page } = await open(tests.node.failed, 'panic');
    await page.locator('.panic-note').first().waitFor(SLOW);
    await lineOf(page, 'MARK: panic').locator('.has-value').hover(SLOW);
    await page.locator('.hover-card').waitFor(SLOW);
    for (const width of [1440, 1024, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await faultsInBothThemes(page)).toEqual([]);
    }
  });
});
