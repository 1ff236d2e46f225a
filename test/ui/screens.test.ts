import { describe, expect, test } from 'vitest';
import { faultsInBothThemes, SIZES } from './axe.ts';
import { startFilledNode } from './filledNode.ts';
import { canOpen } from './openPage.ts';
import { screensOf } from './screens.ts';
import { usePage } from './usePage.ts';

/** A busy machine may need long for a screen. */
const SLOW = { timeout: 600_000 };

describe.runIf(canOpen)('every screen of the page', () => {
  const tests = usePage(startFilledNode);

  test.each(SIZES)(
    'is complete, accessible in both themes and not wider than the window: %s',
    async (_, viewport) => {
      const { page, complaints } = await tests.open('/', { viewport });
      const faults: string[] = [];
      for (const { path, heading, text } of screensOf(tests.node)) {
        await page.goto(`${tests.node.url}/ui${path}`);
        await page.getByRole('heading', { level: 1, name: heading }).waitFor(SLOW);
        await page.getByText(text).first().waitFor(SLOW);
        faults.push(...(await faultsInBothThemes(page)).map((fault) => `${path}: ${fault}`));
      }
      expect(faults).toEqual([]);
      expect(complaints).toEqual([]);
    },
    300_000,
  );
});
