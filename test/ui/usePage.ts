import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launch, type OpenPage, openPage } from './openPage.ts';

/** The server under test: a node, or a site with the playground. */
interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A node and a browser for the tests of a file. */
export interface PageTests<T> {
  readonly node: T;
  readonly browser: Browser;
  /** Opens a place of the page of the node; it is closed after the test. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
}

/** Starts a node and a browser before the tests of a `describe`, and ends them afterwards. */
export function usePage<T extends TestServer>(start: () => Promise<T>): PageTests<T> {
  let node: T | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    [node, browser] = await Promise.all([start(), launch()]);
  });
  afterEach(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
    await node?.stop();
  });
  return {
    get node() {
      return node!;
    },
    get browser() {
      return browser!;
    },
    open: (path, options) => openPage(browser!, node!.url, path, options),
  };
}
