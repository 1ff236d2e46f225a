// The wallet standard over the window object of get-starknet 4. This function is also sent to pages as text, so it refers to nothing
// outside of itself.

/** The object that wallets put into a window, for get-starknet 4. */
export interface WindowWallet {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly icon: string;
  /** Sends a request of the wallet API. */
  // biome-ignore lint/suspicious/noExplicitAny: the results are those of the wallet API, whose types change with its versions
  readonly request: (call: { readonly type: string; readonly params?: any }) => Promise<any>;
  /** Adds a listener for `accountsChanged` or `networkChanged`. */
  readonly on: (event: WalletEventName, listener: WalletListener) => void;
  readonly off: (event: WalletEventName, listener: WalletListener) => void;
}

export type WalletEventName = 'accountsChanged' | 'networkChanged';
// biome-ignore lint/suspicious/noExplicitAny: the listeners of the two events take different values
export type WalletListener = (...values: any[]) => void;

/** An account as the wallet standard shows it. */
export interface StandardAccount {
  readonly address: string;
  readonly publicKey: Uint8Array;
  readonly chains: readonly `starknet:0x${string}`[];
  readonly features: readonly [];
}

type ChangeListener = (properties: { readonly accounts?: readonly StandardAccount[] }) => void;

/** A wallet of the wallet standard, with Starknet's feature `starknet:walletApi`. */
export interface StandardWallet {
  readonly version: '1.0.0';
  readonly name: string;
  readonly icon: `data:image/svg+xml;base64,${string}`;
  readonly chains: readonly `starknet:0x${string}`[];
  readonly accounts: readonly StandardAccount[];
  readonly features: {
    readonly 'standard:connect': {
      readonly version: '1.0.0';
      readonly connect: (input?: {
        readonly silent?: boolean;
      }) => Promise<{ readonly accounts: readonly StandardAccount[] }>;
    };
    readonly 'standard:disconnect': { readonly version: '1.0.0'; readonly disconnect: () => Promise<void> };
    readonly 'standard:events': {
      readonly version: '1.0.0';
      readonly on: (event: 'change', listener: ChangeListener) => () => void;
    };
    readonly 'starknet:walletApi': {
      readonly version: '1.0.0';
      readonly id: string;
      readonly walletVersion: string;
      readonly request: WindowWallet['request'];
    };
  };
}

/** The wallet of the standard for a window object. */
export function standardWallet(wallet: WindowWallet): StandardWallet {
  const listeners = new Set<ChangeListener>();
  let accounts: readonly StandardAccount[] = [];
  let chains: StandardWallet['chains'] = ['starknet:0x534e5f4d41494e', 'starknet:0x534e5f5345504f4c4941'];
  const show = (addresses: readonly string[], chain: string | undefined) => {
    const before = JSON.stringify([accounts, chains]);
    const own = chain === undefined ? accounts[0]?.chains : ([`starknet:${chain}`] as StandardAccount['chains']);
    if (own) chains = [...new Set([...chains, ...own])];
    accounts = addresses
      .slice(0, 1)
      .map((address) => ({ address, publicKey: new Uint8Array(), chains: own ?? [], features: [] }));
    if (JSON.stringify([accounts, chains]) === before) return;
    const change = { accounts };
    for (const listener of [...listeners]) queueMicrotask(() => listener(change));
  };
  wallet.on('accountsChanged', (addresses: readonly string[] = []) => {
    if (accounts.length > 0) show(addresses, undefined);
  });
  wallet.on('networkChanged', (chain: string | undefined, addresses?: readonly string[]) => {
    if (accounts.length > 0)
      show(chain === undefined ? [] : (addresses ?? accounts.map(({ address }) => address)), chain);
  });
  return {
    version: '1.0.0',
    name: wallet.name,
    icon: wallet.icon as StandardWallet['icon'],
    get chains() {
      return chains;
    },
    get accounts() {
      return accounts;
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async ({ silent = false } = {}) => {
          const addresses = await wallet.request({ type: 'wallet_requestAccounts', params: { silent_mode: silent } });
          show(addresses, await wallet.request({ type: 'wallet_requestChainId' }));
          return { accounts };
        },
      },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => show([], undefined) },
      'standard:events': {
        version: '1.0.0',
        on: (_, listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      'starknet:walletApi': {
        version: '1.0.0',
        id: wallet.id,
        walletVersion: wallet.version,
        request: wallet.request,
      },
    },
  };
}
