// starbox/playwright: the test function of Playwright, with a sandbox and a wallet for every test.

import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from '@playwright/test';
import { expect as playwrightExpect, test as playwrightTest, type TestType } from '@playwright/test';
import type { Sandbox } from '../library/index.ts';
import { type Base, inClone, preparation, preparedBase, type TestSandboxOptions } from '../testing/base.ts';
import { boundTo } from '../testing/boundValues.ts';
import { matchers } from '../testing/matchers.ts';
import '../testing/platform.ts';
import { callSite } from '../text/callerStack.ts';
import {
  answerRequests,
  injectWallet,
  type TestWallet,
  type WalletOptions,
  wallet as walletOf,
} from '../wallet/index.ts';

/** Options of the tests of a dapp. */
export interface DappTestOptions<T = undefined> extends TestSandboxOptions<T> {
  /** The URL of the node that the dapp uses, such as `http://127.0.0.1:5050`: the sandbox of each test answers there, without a port. */
  readonly rpcUrl?: string | undefined;
  /** How the wallet of each test begins. */
  readonly wallet?: WalletOptions | undefined;
}

/** What a test gets beside the fixtures of Playwright. */
export interface DappFixtures<T = undefined> {
  /** The sandbox of this test: a clone of what `setup` prepared. */
  readonly box: Sandbox;
  /** What `setup` returned. */
  readonly values: T;
  /** The wallet in all pages of this test. */
  readonly wallet: TestWallet;
}

/** The test function of Playwright with a sandbox and a wallet. */
export type DappTest<T = undefined> = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & DappFixtures<T>,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

/**
 * The test function of Playwright. Every test has a sandbox of its own, and a wallet in its pages, which the test decides for.
 *
 * @example
 * const test = dappTest({ rpcUrl: 'http://127.0.0.1:5050', setup: (box) => box.deploy('Shop') });
 *
 * test('a rejected payment is told', async ({ page, wallet }) => {
 *   wallet.reject({ method: 'wallet_addInvokeTransaction' });
 *   await page.goto('http://localhost:5173');
 * });
 */
export function dappTest<T = undefined>(options: DappTestOptions<T> = {}): DappTest<T> {
  const { rpcUrl, wallet: walletOptions, ...chain } = options;
  const prepared = preparation(chain, callSite());
  let base: Promise<Base<T>> | undefined;
  const start = () => (base ??= preparedBase(prepared));
  // Playwright reads from the parameters which fixtures these need: they must be destructured.
  return playwrightTest.extend<DappFixtures<T>>({
    // `auto`: pages have a node and a wallet also in tests that name neither.
    box: [
      async ({ context }, use, info) => {
        const { box: original } = await start();
        await inClone(original, info.titlePath.slice(1).join(' > '), async (box) => {
          if (rpcUrl !== undefined) await answerRequests(context, rpcUrl, box);
          await use(box);
        });
      },
      { auto: true },
    ],
    values: async ({ box }, use) => use(boundTo((await start()).values, () => box)),
    wallet: [
      async ({ box, context }, use) => {
        const wallet = walletOf(box, walletOptions);
        const remove = await injectWallet(context, wallet);
        await use(wallet);
        remove();
      },
      { auto: true },
    ],
  }) as unknown as DappTest<T>;
}

/**
 * `dappTest()` with default options.
 *
 * @example
 * test('connects', async ({ page, wallet }) => {
 *   await page.goto('http://localhost:5173');
 *   await expect(wallet).toHaveBeenAskedTo('wallet_requestAccounts');
 * });
 */
export const test: DappTest = dappTest();

/** The `expect` of Playwright with the matchers of `starbox/testing`. */
export const expect = playwrightExpect.extend(matchers);
