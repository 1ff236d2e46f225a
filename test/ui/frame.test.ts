import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';
import { canOpen, launch, openPage } from './openPage.ts';

const BUDGET_BYTES = 150_000;

describe.runIf(canOpen)('the page', () => {
  let server: RunningServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer('--ui');
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('is small: all its files are below 150 kB gzipped', () => {
    const folder = fileURLToPath(new URL('../../dist/ui', import.meta.url));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const sizes = files.map((entry) => gzipSync(readFileSync(join(entry.parentPath, entry.name)), { level: 9 }).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BUDGET_BYTES);
  });

  test('connects, and switches its theme, which it remembers', async () => {
    const { page, complaints } = await openPage(browser, server.url, '/', { colorScheme: 'dark' });
    await page.getByTitle('The connection to the node: Live').waitFor();
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await background();
    await page.getByRole('button', { name: 'Theme: system' }).click();
    const light = await background();
    expect(light).not.toBe(dark);
    await page.reload();
    await page.getByRole('button', { name: 'Theme: light' }).waitFor();
    expect(await background()).toBe(light);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('shows a way home where there is no screen', async () => {
    const { page } = await openPage(browser, server.url, '/no/such/screen');
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.context().close();
  });
});
