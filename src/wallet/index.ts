// starbox/wallet: a wallet for the tests of dapps. It runs in Node.js and in pages.
export type { AskedCall } from './askedCall.ts';
export type { DecisionOptions } from './decisions.ts';
export { answerRequests, type RoutedTarget } from './page/answerRequests.ts';
export { injectWallet, type PlaywrightTarget } from './page/injectWallet.ts';
export type { WatchedAsset } from './readParams.ts';
export type { SessionWallet } from './sessionToken.ts';
export type {
  StandardAccount,
  StandardWallet,
  WalletEventName,
  WalletListener,
  WindowWallet,
} from './standardWallet.ts';
export type { TestWallet, WalletOptions } from './testWallet.ts';
export { wallet } from './wallet.ts';
export { WalletError, type WalletErrorCode, type WalletErrorName, walletErrors } from './walletError.ts';
export type { WalletBox } from './walletNode.ts';
export type { WalletRequest } from './walletRequest.ts';
export {
  cartridgeSigner,
  openWalletSession,
  readySigner,
  type WalletSession,
  type WalletSessionOptions,
} from './walletSession.ts';
