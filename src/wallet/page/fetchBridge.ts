// The bridge of /wallet.js: the wallet is in the node. This function is sent to pages as text, so it refers to nothing outside of itself.
import type { BridgeAnswer, ShownWallet, WalletBridge } from './installWallet.ts';

/** What the bridge uses of a page. */
export interface BridgePage {
  readonly document: { readonly currentScript: { readonly src?: string } | null; readonly visibilityState: string };
  readonly open: (url: string, name: string, features: string) => unknown;
}

/**
 * Asks the node at a URL, or the one that the script comes from. `asking` are the methods for which a window of the node asks the user:
 * none if the wallet approves by itself.
 */
export function fetchBridge(page: BridgePage, url: string, asking: readonly string[]): WalletBridge {
  const base = new URL('.', page.document.currentScript?.src ?? url).href;
  const refused: BridgeAnswer = { error: { code: 113, message: 'An error occurred (USER_REFUSED_OP)' } };
  let shown: ShownWallet = { accounts: [], chainId: '' };
  let changed: Parameters<WalletBridge['follow']>[0] = () => undefined;
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
      const isConnected = call.type === 'wallet_requestAccounts' && shown.accounts.length > 0;
      // In the same turn as the user's click: browsers block windows that open later.
      if (asking.includes(call.type) && !isSilent && !isConnected)
        page.open(`${base}ui/wallet.html`, 'starbox-wallet', 'popup,width=420,height=640');
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
        void looked.then(() => setTimeout(again, 1000));
      };
      again();
    },
  };
}
