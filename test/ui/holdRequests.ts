import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** Requests that get no answer until they are released. */
export interface HeldRequests {
  /** Waits until the page has made one. */
  made(): Promise<void>;
  /** Lets them be answered, and waits until the page has handled the answers. */
  release(): Promise<void>;
}

/** Holds back the requests of a page whose bodies contain a text. */
export async function holdRequests(page: Page, text: string): Promise<HeldRequests> {
  const isHeld = (request: Request) => request.postData()?.includes(text) ?? false;
  let open = 0;
  page.on('request', (request) => isHeld(request) && open++);
  page.on('requestfinished', (request) => isHeld(request) && open--);
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/rpc', async (route) => {
    if (isHeld(route.request())) await released;
    await route.continue();
  });
  return {
    made: () => expect.poll(() => open).toBeGreaterThan(0),
    release: async () => {
      letGo();
      await expect.poll(() => open).toBe(0);
      await page.evaluate('new Promise((done) => setTimeout(done, 200))');
    },
  };
}
