// The wallet in a page of a real browser: by the script of a node, and by Playwright.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import '../../src/testing/vitest.ts';
import { answerRequests, injectWallet, wallet } from '../../src/wallet/index.ts';
import { isBuilt } from '../support/build.ts';
import { findChromium } from '../support/chromium.ts';
import { startServer } from '../support/server.ts';
import { skipUnless } from '../support/skipUnless.ts';
import { faultsInBothThemes } from '../ui/axe.ts';
import { newPage, SLOW } from '../ui/openPage.ts';

const program = findChromium();
const hasBrowser = skipUnless(
  program !== undefined,
  'there is no Chromium; install it, or set the variable CHROMIUM to its program',
);
const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

/** A dapp in one file: two buttons, what it knows of the wallet, and the balance that it asks its node for. */
const dapp = (tag: string) => `<!doctype html><title>dapp</title>${tag}
<button id="connect">Connect</button> <button id="pay">Pay</button> <output></output> <p id="changes"></p>
<script type="module">
const show = (value) => { document.querySelector('output').textContent = JSON.stringify(value); };
const found = [];
window.addEventListener('wallet-standard:register-wallet', ({ detail }) => detail({ register: (one) => found.push(one.name) }));
window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register: (one) => found.push(one.name) } }));
const wallet = window.starknet_starbox;
// As starknet.js does, which fails if no account is left.
wallet.on('accountsChanged', (accounts) => accounts[0].toLowerCase());
wallet.on('accountsChanged', (accounts) => { document.querySelector('#changes').textContent += accounts[0] ? 'accounts ' + accounts : ' no account'; });
const ask = (call) => wallet.request(call).then(show, ({ code }) => show({ code }));
document.querySelector('#connect').onclick = () => ask({ type: 'wallet_requestAccounts' });
document.querySelector('#pay').onclick = () => ask({ type: 'wallet_addInvokeTransaction', params: { calls: [
  { contract_address: '${STRK}', entry_point: 'transfer', calldata: ['0x9', '0xde0b6b3a7640000', '0x0'] }] } });
show({ found });
</script>`;

describe.runIf(isBuilt && hasBrowser)('the wallet in a page (needs dist/)', () => {
  let browser: Browser;
  let site: Server;
  let html = '';

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: program!, args: ['--no-sandbox'] });
    site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
  });

  const open = async (page: Page, tag: string): Promise<void> => {
    html = dapp(tag);
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
  };
  /** Waits for a question in the window of the wallet. If it does not come, the error has what is there instead. */
  const asked = async (popup: Page, heading: string, node: string): Promise<void> => {
    const failed: string[] = [];
    popup.context().on('requestfailed', (request) => failed.push(`${request.url()} ${request.failure()?.errorText}`));
    try {
      await popup.getByRole('heading', { name: heading }).waitFor();
    } catch (error) {
      const content = await popup.content().catch(String);
      const waiting = await fetch(`${node}/wallet/waiting`).then((answer) => answer.text(), String);
      throw new Error(
        `${popup.url()} does not ask ${heading}\n${content}\nfailed: ${failed.join(', ')}\nwaiting: ${waiting}`,
        { cause: error },
      );
    }
  };
  const shown = (page: Page, text: string | RegExp) => page.locator('output').filter({ hasText: text }).waitFor();

  test('comes from the node, and asks in a window of its own', async () => {
    const node = await startServer('--wallet', 'ask');
    const page = await newPage(browser);
    try {
      await open(page, `<script src="${node.url}/wallet.js"></script>`);
      await shown(page, '{"found":["Starbox"]}');
      const [connecting] = await Promise.all([page.waitForEvent('popup'), page.click('#connect')]);
      await asked(connecting, 'Connect this dapp?', node.url);
      await connecting.getByText(new URL(page.url()).origin).waitFor();
      await connecting.getByRole('button', { name: 'Approve' }).click();
      await shown(page, /^\["0x[0-9a-f]+"\]$/);
      if (!connecting.isClosed()) await connecting.waitForEvent('close');
      const [paying] = await Promise.all([page.waitForEvent('popup'), page.click('#pay')]);
      await paying.getByText('transfer(recipient: 0x9, amount: 1000000000000000000)').waitFor();
      const text = await paying.locator('main').textContent();
      expect(text).toContain('STRK−1');
      expect(text).toMatch(/Fee[\d.]+ STRK/);
      expect(await faultsInBothThemes(paying)).toEqual([]);
      await paying.getByRole('button', { name: 'Reject' }).click();
      await shown(page, '{"code":113}');
    } finally {
      await page.close();
      await node.stop();
    }
  });

  test('asks in one window, also if requests and answers are slow', async () => {
    const node = await startServer('--wallet', 'ask');
    const context = await browser.newContext();
    context.setDefaultTimeout(SLOW.timeout);
    let looks = 0;
    // The first look is never answered, and the first request arrives when a window that nobody needs would have closed.
    await context.route('**/wallet/waiting', (route) => (looks++ === 0 ? undefined : route.continue()));
    await context.route('**/wallet', async (route) => {
      if (route.request().method() === 'POST' && looks < 10)
        await expect.poll(() => looks, { interval: 50 }).toBeGreaterThan(9);
      await route.continue();
    });
    const page = await context.newPage();
    try {
      await open(page, `<script src="${node.url}/wallet.js"></script>`);
      const [connecting] = await Promise.all([page.waitForEvent('popup'), page.click('#connect')]);
      await asked(connecting, 'Connect this dapp?', node.url);
      await page.click('#connect');
      await connecting.getByText('1 more wait').waitFor();
      expect(context.pages()).toHaveLength(2);
    } finally {
      await context.close();
      await node.stop();
    }
  });

  test('is injected by Playwright, without a port for the node', async () => {
    await using box = await Sandbox.create({ seed: 7 });
    const starbox = wallet(box);
    const context = await browser.newContext();
    context.setDefaultTimeout(SLOW.timeout);
    const url = 'http://starknet.example/rpc';
    await injectWallet(context, starbox);
    await answerRequests(context, url, box);
    const page = await context.newPage();
    await open(page, '');
    await shown(page, '{"found":["Starbox"]}');
    starbox.reject({ times: 1 });
    await page.click('#connect');
    await shown(page, '{"code":113}');
    await page.click('#connect');
    await shown(page, box.accounts[0].address);
    await page.click('#pay');
    await shown(page, 'transaction_hash');
    await expect(starbox).toHaveBeenAskedTo('transfer', { recipient: '0x9', amount: 10n ** 18n });
    expect(starbox.requests[0]!.origin).toBe(new URL(page.url()).origin);
    await starbox.useAccount(1);
    await page.getByText(`accounts ${box.accounts[1].address}`).waitFor();
    const asked = `fetch('${url}', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"jsonrpc":"2.0","id":1,"method":"starknet_blockNumber"}' }).then((answer) => answer.json())`;
    expect(await page.evaluate(asked)).toMatchObject({ result: await box.blocks.number() });
    starbox.lock();
    await page.getByText('no account').waitFor();
    await box.close();
    expect(await page.evaluate(`${asked}.catch((error) => error.message)`)).toContain('Failed to fetch');
    await context.close();
  });
});
