import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { faultsInBothThemes, SIZES } from './axe.ts';
import { type FilledNode, startFilledNode } from './filledNode.ts';
import { canOpen } from './openPage.ts';
import { screensOf } from './screens.ts';
import { usePage } from './usePage.ts';

/** A busy machine may need long for a screen. */
const SLOW = { timeout: 600_000 };

test('the screens that are visited have every route of the page', () => {
  const node = { transfer: '0x1', reverted: '0x1', failed: '0x1', failedFile: 'a', classHash: '0x1' } as FilledNode;
  const visited = screensOf(node).map(({ path }) => path.replace(/\?.*$/s, ''));
  const source = readFileSync(new URL('../../ui/src/app/screens.ts', import.meta.url), 'utf8');
  const routes = [...source.matchAll(/path: '(.*)',/g)].map(([, path]) => path!);
  // What only a simulation leads to, and what only the playground has, are visited by their own tests.
  const others = new Set(['/simulate/debug', '/playground']);
  const isVisited = (route: string) =>
    visited.some((path) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(path));
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((route) => !others.has(route) && !isVisited(route))).toEqual([]);
});

describe.runIf(canOpen)('every screen of the page', () => {
  const tests = usePage(startFilledNode);

  test.each([SIZES[0], SIZES[3]])('and the dialogs too: %s', async (_, viewport) => {
    const { page } = await tests.open(`/tx/${tests.node.failed}`, { viewport });
    // While a dialog fades in, its colours are pale.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const faults: string[] = [];
    const check = async (title: string, text: string) => {
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByText(text).first().waitFor(SLOW);
      faults.push(...(await faultsInBothThemes(page)).map((fault) => `${title}: ${fault}`));
      await page.keyboard.press('Escape');
      await dialog.waitFor({ ...SLOW, state: 'detached' });
    };
    await page.getByRole('button', { name: 'Export' }).click(SLOW);
    await check('Export', 'Save the file');
    await page.keyboard.press('?');
    await check('Keys', 'Search');
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('transfer');
    await check('Search', 'Transfer events');
    await page.goto(`${tests.node.url}/ui/contract/0x77`);
    await page.getByRole('button', { name: 'Add a label' }).click(SLOW);
    await check('Label of this address', 'Only this browser keeps it');
    expect(faults).toEqual([]);
  });

  test.each(SIZES)('is complete, accessible in both themes and not wider than the window: %s', async (_, viewport) => {
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
  });
});
