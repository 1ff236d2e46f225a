import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FilledNode, startFilledNode } from './filledNode.ts';
import { canOpen, launch, openPage } from './openPage.ts';
import { screensOf } from './screens.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The faults that axe-core finds, each with the first element that has it. */
async function faultsOf(page: Page): Promise<string[]> {
  // The policy of the page allows no foreign script, so it comes in by the debugger.
  await page.evaluate(axeSource);
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; help: string; nodes: { html: string }[] }[];
  };
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`);
}

const wide = { width: 1280, height: 900 };
const narrow = { width: 360, height: 740 };
const looks: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light and wide', { colorScheme: 'light', viewport: wide }],
  ['dark and narrow', { colorScheme: 'dark', viewport: narrow }],
];

describe.runIf(canOpen)('every screen of the page', () => {
  let node: FilledNode;
  let browser: Browser;
  beforeAll(async () => {
    node = await startFilledNode();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await node?.stop();
  });

  test.each(looks)('is complete, accessible and not wider than the window: %s', async (_, options) => {
    const { page, complaints } = await openPage(browser, node.url, '/', options);
    const faults: string[] = [];
    for (const { path, heading, text } of screensOf(node)) {
      await page.goto(`${node.url}/ui${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByText(text).first().waitFor();
      faults.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`));
      const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if (over !== 0) faults.push(`${path} is wider than the window by ${over} pixels`);
    }
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
