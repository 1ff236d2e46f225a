import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canOpen, launch } from './openPage.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Serves static files, as a documentation site does. */
async function serve(folder: string): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://site');
    const file = normalize(pathname.replace(/\/$/, '/index.html')).replace(/^\/play/, '');
    try {
      const content = readFileSync(join(folder, file));
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/play/` };
}

describe.runIf(canOpen)('the playground', () => {
  let site: Awaited<ReturnType<typeof serve>>;
  let browser: Browser;
  beforeAll(async () => {
    await build({ configFile: join(root, 'ui/vite.playground.config.ts'), logLevel: 'error' });
    site = await serve(join(root, 'dist-playground'));
    browser = await launch();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    site?.server.close();
  });

  const open = async (url: string) => {
    const page = await (await browser.newContext()).newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url)) complaints.push(`outside request: ${request.url()}`);
    });
    await page.goto(url);
    await page.getByTitle('The connection to the node: Live').waitFor();
    return { page, complaints };
  };

  test('runs a chain in the page, and a link gives the same chain to another browser', async () => {
    const { page, complaints } = await open(site.url);
    await page.getByRole('link', { name: 'Controls' }).click();
    await page.getByText('devnet_mint').click();
    await page.getByLabel('address', { exact: true }).fill('0x77');
    await page.getByLabel('amount', { exact: true }).fill('12345');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('new_balance').waitFor();

    await page.getByRole('link', { name: 'Playground' }).click();
    await page.getByRole('button', { name: 'Make a link' }).click();
    const link = await page.getByLabel('Link').inputValue();
    // The journal of one request.
    expect(link.length).toBeLessThan(1000);
    expect(complaints).toEqual([]);

    const other = await open(link);
    await other.page.getByRole('link', { name: 'Timeline' }).click();
    await other.page.getByRole('link', { name: 'Block 1' }).waitFor();
    expect(other.complaints).toEqual([]);
    await other.page.getByRole('link', { name: 'Playground' }).click();
    await other.page.getByRole('button', { name: 'Begin a new chain' }).click();
    await other.page.getByRole('link', { name: 'Blocks' }).click();
    await expect.poll(() => other.page.getByText('accepted on L2').count()).toBe(1);
    await other.page.context().close();
    await page.context().close();
  });

  test('says that a link is damaged, and starts anyway', async () => {
    const { page } = await open(`${site.url}?at=/playground#state=AAAA`);
    await page.getByText('The chain in this link cannot be read').waitFor();
    await page.getByRole('link', { name: 'Blocks' }).click();
    await page.getByText('accepted on L2').waitFor();
    await page.context().close();
  });

  test('declares a class file that is chosen', async () => {
    const { page } = await open(`${site.url}?at=/playground`);
    await page.locator('input[type=file]').setInputFiles(join(root, 'contracts/classes/branching.sierra.json'));
    await page.getByText('Declared class 0x').waitFor();
    await page.context().close();
  });
});
