// How a page finds a wallet. This function is also sent to pages as text, so it refers to nothing outside of itself.
import type { StandardWallet, WindowWallet } from './standardWallet.ts';

/** What announcing uses of a window. */
export interface WalletWindow {
  addEventListener(type: string, listener: (event: never) => void): void;
  removeEventListener(type: string, listener: (event: never) => void): void;
  dispatchEvent(event: Event): boolean;
}

type Register = (wallet: StandardWallet) => unknown;

/**
 * Puts a wallet into a window as `starknet_ID`, where get-starknet 4 looks, and registers it by the events of the wallet standard, with dapps
 * that are there and with those that come later. Returns a function that ends this.
 */
export function announceWallet(target: WalletWindow, wallet: WindowWallet, standard: StandardWallet): () => void {
  const key = `starknet_${wallet.id}`;
  const removals: unknown[] = [];
  const register = (api: { readonly register: Register }) => void removals.push(api.register(standard));
  const onReady = ({ detail }: { readonly detail: { readonly register: Register } }) => register(detail);
  Object.defineProperty(target, key, { value: wallet, configurable: true, enumerable: true });
  target.addEventListener('wallet-standard:app-ready', onReady);
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  return () => {
    target.removeEventListener('wallet-standard:app-ready', onReady);
    for (const remove of removals) if (typeof remove === 'function') remove();
    delete (target as unknown as Record<string, unknown>)[key];
  };
}
