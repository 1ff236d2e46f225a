// Faults of the page that cost the trust of those who use it: answers that never come, columns out of sight, keys that are lost.
import { describe, expect, test } from 'vitest';
import { rpc } from '../support/server.ts';
import { startFilledNode } from './filledNode.ts';
import { canOpen, SLOW } from './openPage.ts';
import { usePage } from './usePage.ts';

/** Longer than the pause between two looks of the page at the chain. */
const LATENCY_MS = 600;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe.runIf(canOpen)('the page on a chain that keeps changing', () => {
  const tests = usePage(startFilledNode);

  /** Changes the chain until something is done. */
  async function whileBlocksAreMade(action: () => Promise<void>): Promise<void> {
    let isDone = false;
    const blocks = (async () => {
      while (!isDone) {
        await rpc(tests.node.url, 'devnet_createBlock');
        await pause(100);
      }
    })();
    await action().finally(() => {
      isDone = true;
    });
    await blocks;
  }

  test('shows answers that come later than the next change, and goes on', async () => {
    const { page } = await tests.open('/accounts');
    let open = 0;
    let most = 0;
    await page.route('**/rpc', async (route) => {
      const isList = route.request().postData()?.includes('getBlocks') ?? false;
      if (isList) most = Math.max(most, ++open);
      await pause(LATENCY_MS);
      if (isList) open--;
      await route.continue();
    });
    await whileBlocksAreMade(async () => {
      await page.getByRole('link', { name: 'Blocks', exact: false }).first().click();
      const newest = page.locator('main tbody tr').first();
      await newest.waitFor();
      const first = await newest.textContent();
      await expect.poll(() => newest.textContent()).not.toBe(first);
    });
    expect(most).toBe(1);
  });

  test.each([1440, 1024, 768, 360])('shows whether transactions were reverted at %i pixels', async (width) => {
    const { page } = await tests.open('/txs', { viewport: { width, height: 900 } });
    const badge = page.locator('main .badge.bad').first();
    await badge.waitFor(SLOW);
    const box = (await badge.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    const over = await page.evaluate(
      '(() => { const box = document.querySelector(".table-scroll"); return box.scrollWidth - box.clientWidth; })()',
    );
    expect(over).toBe(0);
  });

  test('loads a screen again that could not be loaded', async () => {
    const { page } = await tests.open('/');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor(SLOW);
    let isDown = true;
    await page.route('**/ui/assets/*', (route) => (isDown ? route.abort() : route.continue()));
    const go = (name: string) =>
      page
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .first()
        .click();
    await go('Contracts');
    await page.getByText('This screen could not be loaded').waitFor(SLOW);
    await go('Classes');
    await page.getByText('This screen could not be loaded').waitFor(SLOW);
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Branching').waitFor(SLOW);
    await go('Contracts');
    await page.getByText('StarkNet Token (STRK)').first().waitFor(SLOW);
  });

  test('says where all the gas of a transaction went', async () => {
    const { page } = await tests.open(`/tx/${tests.node.transfer}`);
    const caption = (await page.locator('figcaption').textContent(SLOW))!;
    const [total, ...parts] = caption.match(/(?<!L)\d[\d,]*/g)!.map((digits) => Number(digits.replaceAll(',', '')));
    const header = /([\d,]+) L2 gas/.exec((await page.locator('main').textContent())!)![1]!;
    expect(total).toBe(Number(header.replaceAll(',', '')));
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
  });

  test('leads from a cell without a name to those who wrote it', async () => {
    const { url } = tests.node;
    await rpc(url, 'devnet_setStorageAt', { contract_address: '0x53686f70', key: '0x1234567', value: '0x5' });
    const { page } = await tests.open('/contract/0x53686f70?tab=storage');
    await page.getByRole('button', { name: /0x1234567/ }).click(SLOW);
    await page.getByRole('list', { name: 'Who wrote it' }).getByText('edited').waitFor(SLOW);
  });
});
