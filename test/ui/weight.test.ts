// How heavy the page is: the processor time of its main screens, and what it loads.
import type { CDPSession } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type FilledNode, startFilledNode } from './filledNode.ts';
import { canOpen } from './openPage.ts';
import { usePage } from './usePage.ts';

const SLOW = { timeout: 600_000 };
/** As on a slow laptop. The processor time of the thread of the page counts, multiplied, because other programs do not change it. */
const SLOWED = 4;
const MOST_SECONDS = 2.5;

/** The seconds of processor time that the thread of the page has used since it was opened. */
async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value;
}

describe.runIf(canOpen)('the page is light', () => {
  const tests = usePage(startFilledNode);

  test.each([
    ['the dashboard', (_: FilledNode): string => '/', 'accepted on L2'],
    ['a reverted transaction', ({ failed }: FilledNode): string => `/tx/${failed}`, 'Call tree'],
  ] as const)(
    '%s is ready within 2.5 s of a processor that is slowed four times',
    { retry: 2 },
    async (_, path, text) => {
      const { page } = await tests.open('/connect');
      await page.getByRole('heading', { name: 'Connect' }).waitFor(SLOW);
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      await session.send('Network.enable');
      await session.send('Network.clearBrowserCache');
      const before = await taskSeconds(session);
      await page.goto(`${tests.node.url}/ui${path(tests.node)}`);
      await page.getByText(text).first().waitFor(SLOW);
      const seconds = (await taskSeconds(session)) - before;
      expect(seconds).toBeGreaterThan(0);
      expect(seconds * SLOWED).toBeLessThan(MOST_SECONDS);
    },
  );

  test('a screen loads its own code alone', async () => {
    const { page } = await tests.open('/');
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByText('accepted on L2').first().waitFor(SLOW);
    const screens = () => loaded.filter((path) => /Screen[^/]*\.js$/.test(path));
    expect(screens()).toEqual([]);
    await page.getByRole('link', { name: /^Blocks/ }).click(SLOW);
    await page.getByRole('heading', { level: 1, name: 'Blocks' }).waitFor(SLOW);
    expect(screens().map((path) => path.split('/').at(-1)!.split('-')[0])).toEqual(['BlocksScreen']);
  });
});
