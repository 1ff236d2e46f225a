// A web page over a node, in a real browser. Every test has a chain of its own, at a port of its own, so tests can run in parallel.
// CHROMIUM names the browser's program. With the package `playwright`, which downloads browsers, it is not needed.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { withSandbox } from 'starbox/testing';

let browser;
let site;

before(async () => {
  const executablePath = process.env.CHROMIUM;
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
  const html = await readFile(new URL('page.html', import.meta.url));
  site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html)).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => site.once('listening', resolve));
});
after(async () => {
  await browser?.close();
  site?.close();
});

// Prepared once: each test gets a clone.
const options = { seed: 7, setup: (box) => box.mint('0x77', 5n) };

/** Opens the page with a node of its own. */
async function open(box) {
  const { url } = await box.listen();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${site.address().port}/?node=${encodeURIComponent(url)}`);
  return page;
}

test(
  'the page shows a balance',
  withSandbox(options, async (box) => {
    const page = await open(box);
    await page.getByRole('button').click();
    await page.getByText('5 FRI').waitFor();
    await page.close();
  }),
);

test(
  'the page shows what changed',
  withSandbox(options, async (box) => {
    const page = await open(box);
    await box.mint('0x77', 2n);
    await page.getByRole('button').click();
    await page.getByText('7 FRI').waitFor();
    assert.equal(await page.getByRole('status').textContent(), '7 FRI');
    await page.close();
  }),
);
