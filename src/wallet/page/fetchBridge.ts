// The bridge of /wallet.js: the wallet is in the node. This function is sent to pages as text, so it refers to nothing outside of itself.
import type { BridgeAnswer, ShownWallet, WalletBridge } from './installWallet.ts';

/** What the bridge uses of a page. */
export interface BridgePage {
  readonly document: { readonly currentScript: { readonly src?: string } | null; readonly visibilityState: string };
  readonly navigator: { readonly userActivation?: { readonly isActive: boolean } };
  readonly open: (url: string, name: string, features: string) => unknown;
}

/**
 * Asks the node at a URL, or the one that the script comes from. `asking` are the methods for which a window of the node asks the user:
 * none if the wallet approves by itself.
 */
export function fetchBridge(page: BridgePage, url: string, asking: readonly string[]): WalletBridge {
  const base = new URL('.', page.document.currentScript?.src ?? url).href;
  // The wallet of a box is at the path of the box, and its window is that of the server.
  const [box = ''] = /box\/[0-9a-f]{32}\/$/.exec(base) ?? [];
  const root = base.slice(0, base.length - box.length);
  const refused: BridgeAnswer = { error: { code: 113, message: 'An error occurred (USER_REFUSED_OP)' } };
  let shown: ShownWallet = { accounts: [], chainId: '' };
  let changed: Parameters<WalletBridge['follow']>[0] = () => undefined;
  let firstLook: Promise<unknown> | undefined;
  const look = async () => {
    const response = await fetch(`${base}wallet`);
    if (!response.ok) return;
    const before = shown;
    shown = (await response.json()) as ShownWallet;
    const isOther = JSON.stringify(shown.accounts) !== JSON.stringify(before.accounts);
    if (before.chainId !== '' && shown.chainId !== before.chainId)
      changed('networkChanged', [shown.chainId, shown.accounts]);
    else if (before.chainId !== '' && isOther) changed('accountsChanged', [shown.accounts]);
  };
  return {
    ask: async (call) => {
      const isSilent = (call as { params?: { silent_mode?: boolean } }).params?.silent_mode === true;
      // After a reload a dapp that is connected asks again, before it is known here. Only a click opens a window, in its turn.
      if (asking.includes(call.type) && page.navigator.userActivation?.isActive === false) await firstLook;
      const isConnected = call.type === 'wallet_requestAccounts' && shown.accounts.length > 0;
      // In the same turn as the user's click: browsers block windows that open later.
      if (asking.includes(call.type) && !isSilent && !isConnected)
        page.open(`${root}ui/wallet.html#${box}`, `starbox-wallet${box}`, 'popup,width=420,height=640');
      const response = await fetch(`${base}wallet`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(call),
      });
      // The node waits for the user as long as for every request.
      if (response.status === 408) return refused;
      if (!response.ok) throw new Error(`The wallet answered ${response.status}: ${await response.text()}`);
      const answer = (await response.json()) as BridgeAnswer;
      await look().catch(() => undefined);
      return answer;
    },
    follow: (listener) => {
      changed = listener;
      const again = () => {
        const looked = page.document.visibilityState === 'hidden' ? Promise.resolve() : look().catch(() => undefined);
        firstLook ??= looked;
        void looked.then(() => setTimeout(again, 1000));
      };
      again();
    },
  };
}
