import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fullName, type MethodEntry } from '../../ui/src/data/methods/methodEntry.ts';
import { methods } from '../../ui/src/data/methods/methods.generated.ts';
import { cases, type PreparedChain, prepare, startControlNode } from './controlCases.ts';
import { canOpen } from './openPage.ts';
import { usePage } from './usePage.ts';

const controls = methods.filter(({ group, kind }) => group === 'sandbox' && kind !== 'subscription');

/** Fills in the form of a method and presses its button; returns the failure that the page shows, or undefined. */
async function runControl(page: Page, method: MethodEntry, texts: Readonly<Record<string, string>> | undefined) {
  const name = fullName(method, 'starknet');
  const form = page.locator(`details.function:has(b:text-is("${name}"))`);
  await form.locator('summary').click();
  if (texts) for (const [label, text] of Object.entries(texts)) await form.getByLabel(label).first().fill(text);
  else if (Object.keys(method.example ?? {}).length > 0)
    await form.getByRole('button', { name: 'Fill in an example' }).click();
  await form.getByRole('button', { name: 'Run' }).click();
  await form.locator('.exchange, .failure').first().waitFor();
  const failure = form.locator('.failure');
  const text = (await failure.count()) > 0 ? `${name}: ${await failure.first().textContent()}` : undefined;
  await form.locator('summary').click();
  return text;
}

describe.runIf(canOpen)('every control', () => {
  const tests = usePage(startControlNode);

  test('runs with its example, or with the values of its case', async () => {
    const { page, complaints } = await tests.open('/controls');
    const failures: string[] = [];
    let prepared: PreparedChain | undefined;
    for (const method of controls) {
      prepared ??= await prepare(tests.node);
      const texts = await cases[method.name]?.(tests.node, prepared);
      const failure = await runControl(page, method, texts);
      if (failure !== undefined) failures.push(failure);
      if (method.kind === 'write') prepared = undefined;
    }
    expect(failures).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('exists for each of the cases', () => {
    const names = controls.map(({ name }) => name);
    expect(Object.keys(cases).filter((name) => !names.includes(name))).toEqual([]);
  });
});
