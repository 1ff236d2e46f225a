import type { TestWallet } from '../testWallet.ts';
import type { WalletError } from '../walletError.ts';
import type { BridgeAnswer } from './installWallet.ts';
import { scriptText, walletScript } from './walletScript.ts';

/** What is used of a page of Playwright. */
interface PlaywrightPage {
  isClosed(): boolean;
  frames(): readonly { evaluate(script: string): Promise<unknown> }[];
}

/** What is used of a page or a context of Playwright. */
export interface PlaywrightTarget {
  // biome-ignore lint/suspicious/noExplicitAny: the types of Playwright are those of its version
  exposeBinding(name: string, callback: (source: any, call: any) => unknown): Promise<unknown>;
  addInitScript(script: { readonly content: string }): Promise<unknown>;
  /** Of a context. */
  pages?(): readonly PlaywrightPage[];
  /** Of a page. */
  context?(): object;
}

const BINDING = '__starboxWallet';
const EVENT = 'starbox:wallet';

/** The bridge in a page: a function that Playwright has put there, and an event. */
const BRIDGE = `{ ask: (call) => window.${BINDING}(call), follow: (changed) => window.addEventListener('${EVENT}', ({ detail }) => changed(detail.event, detail.values)) }`;

/** The pages and contexts that have a wallet. A script that was put into them cannot be taken out again. */
const occupied = new WeakSet<object>();

/**
 * Puts a wallet into all documents that a page or a context of Playwright opens from now on. Returns a function that stops the events.
 *
 * @throws Error when they have a wallet already.
 * @example
 * const page = await browser.newPage();
 * await injectWallet(page, wallet(box));
 * await page.goto('http://localhost:5173');
 */
export async function injectWallet(target: PlaywrightTarget, wallet: TestWallet): Promise<() => void> {
  if ([target, target.context?.(), ...(target.pages?.() ?? [])].some((one) => one && occupied.has(one)))
    throw new Error(
      'injectWallet: these pages have a wallet already, that of an earlier injectWallet or the fixture of starbox/playwright. Use the fixture `wallet`, or open a context of your own for another one.',
    );
  occupied.add(target);
  await target.exposeBinding(
    BINDING,
    ({ frame }: { readonly frame: { url(): string } }, call: unknown): Promise<BridgeAnswer> =>
      wallet.ask(call, { origin: originOf(frame.url()) }).then(
        (result) => ({ result }),
        ({ code, message, data }: WalletError) => ({ error: { code, message, data } }),
      ),
  );
  await target.addInitScript({ content: walletScript(wallet, BRIDGE) });
  const tell =
    (event: 'accountsChanged' | 'networkChanged') =>
    (...values: readonly unknown[]) => {
      const script = `window.dispatchEvent(new CustomEvent('${EVENT}', { detail: ${scriptText({ event, values })} }))`;
      const pages = target.pages?.() ?? [target as unknown as PlaywrightPage];
      // A page that is being closed or loaded learns of it when it asks next.
      for (const page of pages)
        if (!page.isClosed()) for (const frame of page.frames()) frame.evaluate(script).catch(() => undefined);
    };
  const listeners = { accountsChanged: tell('accountsChanged'), networkChanged: tell('networkChanged') };
  wallet.on('accountsChanged', listeners.accountsChanged);
  wallet.on('networkChanged', listeners.networkChanged);
  return () => {
    wallet.off('accountsChanged', listeners.accountsChanged);
    wallet.off('networkChanged', listeners.networkChanged);
  };
}

/** The origin of a document. One that is not loaded yet has no URL; browsers call the origin of such a document `null`. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'null');
