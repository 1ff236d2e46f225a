import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The faults that axe-core finds, each with the first element that has it. `rules` are all unless some are named. */
export async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The policy of the page allows no foreign script, so axe-core is evaluated through the debugger.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axeSource);
  const options = rules ? { runOnly: { type: 'rule', values: rules } } : {};
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
    violations: { id: string; help: string; nodes: { html: string }[] }[];
  };
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`);
}

const THEMES = ['light', 'dark'] as const;

/**
 * What is wrong with the shown screen at the present size: by axe-core in both themes, which differ in colours alone, and parts that are
 * wider than the window.
 */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    const found = await faultsOf(page, colorScheme === 'light' ? undefined : ['color-contrast']);
    faults.push(...found.map((fault) => `${colorScheme}: ${fault}`));
  }
  const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  if (over !== 0) faults.push(`wider than the window by ${over} pixels`);
  return faults;
}

/** The sizes in which every screen is checked: those of screens on a desk, of a small one, of a tablet and of a phone. */
export const SIZES = [
  ['1440 pixels', { width: 1440, height: 900 }],
  ['1024 pixels', { width: 1024, height: 768 }],
  ['768 pixels', { width: 768, height: 1024 }],
  ['360 pixels', { width: 360, height: 740 }],
] as const;
