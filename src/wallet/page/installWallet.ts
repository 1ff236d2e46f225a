// The wallet in a page, whose keys and user are elsewhere. These functions are sent to pages as text, so they refer to nothing outside of themselves.
import type { announceWallet, WalletWindow } from '../announceWallet.ts';
import type { standardWallet, WalletEventName, WalletListener, WindowWallet } from '../standardWallet.ts';

/** What the page gets for a request. */
export interface BridgeAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: string | undefined } | undefined;
}

/** The account and network that a dapp sees. */
export interface ShownWallet {
  readonly accounts: readonly string[];
  readonly chainId: string;
}

/** The way from a page to its wallet. */
export interface WalletBridge {
  ask(call: { readonly type: string }): Promise<BridgeAnswer>;
  /** Calls a function with every change of what the dapp sees. */
  follow(changed: (event: WalletEventName, values: readonly unknown[]) => void): void;
}

export type WalletFacts = Pick<WindowWallet, 'id' | 'name' | 'version' | 'icon'>;

/** Makes the wallet of a page, and announces it. */
export function installWallet(
  target: WalletWindow,
  facts: WalletFacts,
  bridge: WalletBridge,
  standardOf: typeof standardWallet,
  announce: typeof announceWallet,
): void {
  const listeners = { accountsChanged: new Set<WalletListener>(), networkChanged: new Set<WalletListener>() };
  const wallet: WindowWallet = {
    ...facts,
    request: async (call) => {
      const { result, error } = await bridge.ask(call);
      if (error) throw Object.assign(new Error(error.message), error);
      return result;
    },
    on: (event, listener) => void listeners[event]?.add(listener),
    off: (event, listener) => void listeners[event]?.delete(listener),
  };
  bridge.follow((event, values) => {
    // A listener that throws must not keep the others from hearing: that of starknet.js throws if no account is left.
    for (const listener of [...listeners[event]]) queueMicrotask(() => listener(...values));
  });
  announce(target, wallet, standardOf(wallet));
}
