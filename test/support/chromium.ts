import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import type { Sandbox } from '../../src/library/index.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Chromium's program: that of the variable CHROMIUM, or the first in PATH. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  if (named) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
};

/**
 * Serves the files of a folder with a content security policy that allows scripts only as `scriptSources` says. `fetch`
 * answers what is posted to /rpc.
 */
export async function servePages(
  folder: string,
  scriptSources: string,
  fetch: Sandbox['fetch'],
): Promise<{ url: string; server: Server }> {
  const policy = `default-src 'none'; connect-src 'self'; img-src data:; worker-src 'self'; script-src ${scriptSources}`;
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (path === '/rpc') {
      const answer = await fetch('', { body: await text(request) });
      response.setHeader('content-type', 'application/json').end(await answer.text());
      return;
    }
    const type = TYPES[path.split('.').at(-1)!];
    const body = type ? await readFile(join(folder, path)).catch(() => undefined) : undefined;
    response.writeHead(body ? 200 : 404, { 'content-type': type ?? 'text/plain', 'content-security-policy': policy });
    response.end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** What a page showed, and what the browser complained about. */
export interface Visit {
  readonly shown: unknown;
  readonly complaints: readonly string[];
}

/** Opens a page and waits until it shows its result. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    await page.goto(url);
    const output = page.locator('output');
    await output.waitFor({ state: 'attached', timeout: 120_000 }).catch((error: Error) => {
      throw new Error(`The page showed nothing. ${complaints.join('\n')}`, { cause: error });
    });
    return { shown: JSON.parse((await output.textContent())!), complaints };
  } finally {
    await page.close();
  }
}
