import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { isBuilt } from '../support/build.ts';
import { findChromium } from '../support/chromium.ts';
import { skipUnless } from '../support/skipUnless.ts';

const program = findChromium();

/** Whether the page can be opened here. */
export const canOpen =
  isBuilt &&
  skipUnless(program !== undefined, 'there is no Chromium; install it, or set the variable CHROMIUM to its program');

/** For waits. A loaded machine takes long for what an idle one does at once. */
export const SLOW = { timeout: 120_000 };

export const launch = (): Promise<Browser> => chromium.launch({ executablePath: program!, args: ['--no-sandbox'] });

/** A page of the browser, and everything that it complained about. */
export interface OpenPage {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** A page in a context of its own. */
export async function newPage(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(SLOW.timeout);
  return context.newPage();
}

/** Opens a place of the page in a context of its own. */
export async function openPage(
  browser: Browser,
  url: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const page = await newPage(browser, { viewport: { width: 1280, height: 900 }, ...options });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith(url.replace('http', 'ws')))
      complaints.push(`outside request: ${request.url()}`);
  });
  await page.goto(`${url}/ui${path}`);
  return { page, complaints };
}
