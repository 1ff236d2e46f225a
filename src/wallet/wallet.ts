import { TestWallet, type WalletOptions } from './testWallet.ts';
import { nodeAtUrl, nodeOfBox, type WalletBox } from './walletNode.ts';

/**
 * A wallet for the tests of a dapp, over a sandbox or the URL of a running one. It signs for real, with the predeployed accounts unless
 * `accounts` says otherwise, and approves everything until the test decides.
 *
 * @example
 * const starbox = wallet(box);
 * starbox.install(window);
 * // … the dapp connects and sends …
 * await expect(starbox).toHaveBeenAskedTo('transfer', { recipient: bob, amount: 5n });
 */
export function wallet(box: WalletBox | string, options: WalletOptions = {}): TestWallet {
  return new TestWallet(typeof box === 'string' ? nodeAtUrl(box) : nodeOfBox(box), options);
}
