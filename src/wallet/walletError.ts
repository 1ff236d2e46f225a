/** The errors of the wallet API by their names, with their codes. */
export const walletErrors = {
  NOT_ERC20: 111,
  UNLISTED_NETWORK: 112,
  USER_REFUSED_OP: 113,
  INVALID_REQUEST_PAYLOAD: 114,
  ACCOUNT_ALREADY_DEPLOYED: 115,
  DEPLOYMENT_DATA_NOT_AVAILABLE: 116,
  CHAIN_ID_NOT_SUPPORTED: 117,
  NOT_REGISTERED: 118,
  INSUFFICIENT_PRIVATE_BALANCE: 119,
  PRIVACY_LEAK: 120,
  API_VERSION_NOT_SUPPORTED: 162,
  UNKNOWN_ERROR: 163,
} as const;

/** The name of an error of the wallet API. */
export type WalletErrorName = keyof typeof walletErrors;
/** Its code. */
export type WalletErrorCode = (typeof walletErrors)[WalletErrorName];

/**
 * What a wallet throws at a dapp: the code and message are those of the wallet API, `data` says more.
 *
 * @example
 * await wallet.request({ type: 'wallet_requestAccounts' }).catch((error) => error.code); // 113 after wallet.reject()
 */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly code: WalletErrorCode;
  readonly data: string | undefined;

  constructor(name: WalletErrorName, data?: string) {
    super(`An error occurred (${name})`);
    this.code = walletErrors[name];
    this.data = data;
  }
}

/** The name of an error that a test chose by its name or its code. */
export function errorName(error: WalletErrorName | WalletErrorCode): WalletErrorName {
  const names = Object.keys(walletErrors) as WalletErrorName[];
  const name = names.find((each) => each === error || walletErrors[each] === error);
  if (name === undefined)
    throw new TypeError(
      `${JSON.stringify(error)} is no error of the wallet API. There are ${names.map((each) => `${each} (${walletErrors[each]})`).join(', ')}.`,
    );
  return name;
}

/** What happened in the words of the wallet API. */
export const asWalletError = (error: unknown): WalletError =>
  error instanceof WalletError
    ? error
    : new WalletError('UNKNOWN_ERROR', error instanceof Error ? error.message : String(error));
