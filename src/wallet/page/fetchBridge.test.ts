import { afterEach, expect, test, vi } from 'vitest';
import { fetchBridge } from './fetchBridge.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page with the bridge, whose node shows these accounts once it is asked. */
function pageWith(accounts: readonly string[], { isActive = false, src = 'http://127.0.0.1:5050/wallet.js' } = {}) {
  const opened: string[][] = [];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: object) => {
    asked.push(url);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return Response.json(init ? { result: accounts } : { accounts, chainId: '0x1' });
  });
  const document = { currentScript: { src }, visibilityState: 'visible' };
  const open = (url: string, name: string) => opened.push([url, name]);
  const page = { document, navigator: { userActivation: { isActive } }, open };
  const bridge = fetchBridge(page, '', ['wallet_requestAccounts']);
  bridge.follow(() => undefined);
  return { opened, asked, connect: () => bridge.ask({ type: 'wallet_requestAccounts' }) };
}

test('a dapp that is connected opens no window when it asks again after a reload', async () => {
  const { opened, connect } = pageWith(['0x1']);
  expect(await connect()).toEqual({ result: ['0x1'] });
  expect(opened).toEqual([]);
});

test('a dapp that is not connected opens the window, in the turn of a click', async () => {
  const { opened, connect } = pageWith([], { isActive: true });
  const asked = connect();
  expect(opened).toEqual([['http://127.0.0.1:5050/ui/wallet.html#', 'starbox-wallet']]);
  await asked;
  const other = pageWith([]);
  await other.connect();
  expect(other.opened).toHaveLength(1);
});

test('the wallet of a box has a window of its own, which the server has', async () => {
  const box = `box/${'0123456789abcdef'.repeat(2)}/`;
  const src = `http://127.0.0.1:5050/${box}wallet.js`;
  const { opened, asked, connect } = pageWith([], { isActive: true, src });
  await connect();
  expect(opened).toEqual([[`http://127.0.0.1:5050/ui/wallet.html#${box}`, `starbox-wallet${box}`]]);
  expect(new Set(asked)).toEqual(new Set([`http://127.0.0.1:5050/${box}wallet`]));
});
