import { orAborted } from '../async/orAborted.ts';
import type { FeltLike, FromLike, Hex } from '../library/index.ts';
import { feltText } from '../library/values.ts';
import { announceWallet, type WalletWindow } from './announceWallet.ts';
import { decodeCalls } from './askedCall.ts';
import { type DecisionOptions, Decisions, type Outcome } from './decisions.ts';
import { accountIn, type HeldAccount, heldPredeployed, readHeldAccount } from './heldAccount.ts';
import { icon } from './icon.ts';
import { invalid, type WatchedAsset } from './readParams.ts';
import { checkSafety } from './safety.ts';
import {
  type StandardWallet,
  standardWallet,
  type WalletEventName,
  type WalletListener,
  type WindowWallet,
} from './standardWallet.ts';
import { undeployedAccount } from './undeployedAccount.ts';
import { asWalletError, errorName, WalletError, type WalletErrorCode, type WalletErrorName } from './walletError.ts';
import { checkVersion, methodNamed, type WalletContext, type WalletMethod } from './walletMethods.ts';
import type { WalletNode } from './walletNode.ts';
import { type AskedFrom, forgetOld, RecordedRequest, type WalletRequest } from './walletRequest.ts';

/** How a wallet begins. */
export interface WalletOptions {
  /** Its accounts, with their keys or signers; the first one is used. Default: the predeployed accounts. */
  readonly accounts?: readonly FromLike[] | undefined;
  /** Whether the dapp is connected already, as on its second visit. Default: false. */
  readonly connected?: boolean | undefined;
  /** What dapps find it by: `window.starknet_ID`. Default: `starbox`. */
  readonly id?: string | undefined;
  /** What dapps show. Default: `Starbox`. */
  readonly name?: string | undefined;
}

const VERSION = '1.0.0';

/**
 * A wallet for tests: a provider as dapps use it, whose user is the test. It approves everything until the test decides otherwise.
 *
 * @example
 * const starbox = wallet(box);
 * starbox.install(window); // the dapp finds it, as it finds every wallet
 * starbox.reject({ times: 1 });
 */
export class TestWallet implements WindowWallet {
  readonly id: string;
  readonly name: string;
  readonly version = VERSION;
  readonly icon = icon;
  /** The same wallet by the wallet standard, which `get-starknet` 5 and later take. */
  readonly standard: StandardWallet;
  /** The tokens that the user agreed to watch. */
  readonly assets: WatchedAsset[] = [];
  readonly #node: WalletNode;
  readonly #options: WalletOptions;
  readonly #decisions = new Decisions();
  readonly #requests: RecordedRequest[] = [];
  readonly #listeners = { accountsChanged: new Set<WalletListener>(), networkChanged: new Set<WalletListener>() };
  readonly #watchers = new Set<(request: WalletRequest) => void>();
  readonly #networks = new Set<Hex>();
  readonly #unlocked = new Set<() => void>();
  readonly #newAccounts: HeldAccount[] = [];
  readonly #answers = new Map<string, unknown>();
  #account: HeldAccount | undefined;
  #chainId: Hex | undefined;
  #isConnected: boolean;
  #isLocked = false;
  #newAccountCount = 0;

  /**
   * Its declaration says nothing of the node: that would be most of this program.
   *
   * @internal
   */
  constructor(node: object, options: WalletOptions = {}) {
    this.#node = node as WalletNode;
    this.#options = options;
    this.id = options.id ?? 'starbox';
    this.name = options.name ?? 'Starbox';
    this.#isConnected = options.connected ?? false;
    this.standard = standardWallet(this);
  }

  /** Answers a request of a dapp, by the wallet API. */
  // biome-ignore lint/suspicious/noExplicitAny: the results are those of the wallet API, whose types change with its versions
  readonly request = (call: { readonly type: string; readonly params?: any }): Promise<any> => this.ask(call);

  readonly on = (event: WalletEventName, listener: WalletListener): void => {
    this.#listeners[event]?.add(listener);
  };

  readonly off = (event: WalletEventName, listener: WalletListener): void => {
    this.#listeners[event]?.delete(listener);
  };

  /** Answers a request that came from elsewhere. @internal */
  async ask(call: unknown, { signal, ...from }: AskedFrom = {}): Promise<unknown> {
    const { type, params = {} } = (call ?? {}) as { readonly type?: unknown; readonly params?: unknown };
    const record = new RecordedRequest(
      String(type).slice(0, 100),
      params as RecordedRequest['params'],
      this.#decisions,
      from,
    );
    this.#requests.push(record);
    try {
      record.succeeded(await this.#answer(record, signal));
      return record.result;
    } catch (error) {
      record.failed(asWalletError(error));
      throw record.error;
    } finally {
      forgetOld(this.#requests);
      this.#tell(record);
    }
  }

  async #answer(record: RecordedRequest, signal: AbortSignal | undefined): Promise<unknown> {
    const { type, params } = record;
    const method = methodNamed(type);
    if (typeof params !== 'object' || params === null || Array.isArray(params))
      throw invalid('params must be an object.');
    checkVersion(params['api_version']);
    const context = await this.#context();
    record.held = context.account;
    await this.#check(method, params, context);
    if (method.calls) record.calls = await decodeCalls(this.#node.request, method.calls(params));
    record.asksUser = method.asks(params, context);
    this.#tell(record);
    await this.#decisions.decide(record, signal);
    if (record.asksUser && this.#isLocked) await this.#waitForUnlock(signal);
    // The test may have changed the account or the network meanwhile. The account that the user was shown signs.
    const now = await this.#context(method.needsAccount ? record.held : undefined);
    await this.#check(method, params, now);
    return this.#answers.has(type) ? this.#answers.get(type) : method.run(params, now);
  }

  /** Throws if a request cannot be answered now. */
  async #check(method: WalletMethod, params: RecordedRequest['params'], context: WalletContext): Promise<void> {
    if (method.needsAccount && !this.#isConnected)
      throw new WalletError(
        'UNKNOWN_ERROR',
        'The dapp is not connected: it has to call wallet_requestAccounts before.',
      );
    await method.check?.(params, context);
  }

  /** Waits until the wallet is unlocked. */
  async #waitForUnlock(signal: AbortSignal | undefined): Promise<void> {
    let go = () => {};
    const unlocked = new Promise<void>((resolve) => {
      go = resolve;
      this.#unlocked.add(go);
    });
    await orAborted(unlocked, signal).finally(() => this.#unlocked.delete(go));
  }

  /** What methods use, after it is sure that the node and the account are for tests. */
  async #context(given?: HeldAccount): Promise<WalletContext> {
    const node = this.#node;
    const ownChainId = await node.chainId();
    const first = this.#account ?? (await this.#firstAccount());
    // The test may have chosen one meanwhile.
    this.#account ??= first;
    const account = given ?? this.#account;
    this.#networks.add(ownChainId);
    this.#chainId ??= ownChainId;
    await checkSafety(node, ownChainId, account);
    return {
      node,
      account,
      chainId: this.#chainId,
      ownChainId,
      isConnected: this.#isConnected,
      isLocked: this.#isLocked,
      connect: () => this.connect(),
      useNetwork: (chainId) => this.useNetwork(chainId),
      networks: this.#networks,
      assets: this.assets,
    };
  }

  async #firstAccount(): Promise<HeldAccount> {
    const predeployed = await this.#node.predeployed();
    const [given] = this.#options.accounts ?? [];
    if (given !== undefined) return readHeldAccount(given, predeployed, this.#node.box);
    const [first] = predeployed;
    if (!first) throw new Error('There are no predeployed accounts: give the wallet `accounts`.');
    return heldPredeployed(first);
  }

  /** The requests of the dapp, the oldest first; the last 1,000 are kept. */
  get requests(): readonly WalletRequest[] {
    return this.#requests;
  }

  /** The requests that are held until the test decides. */
  get waiting(): readonly WalletRequest[] {
    return this.#requests.filter((request) => this.#decisions.isHeld(request));
  }

  /**
   * Approves requests from now on, and those that are held. This is how a wallet begins.
   *
   * @example
   * wallet.approve({ times: 1, delayMilliseconds: 500 }); // a slow user
   */
  approve(options?: DecisionOptions): void {
    this.#decisions.add('approve', options);
  }

  /**
   * Rejects requests from now on, and those that are held, as a user does: the dapp gets error 113.
   *
   * @example
   * wallet.reject({ method: 'wallet_signTypedData' });
   */
  reject(options?: DecisionOptions): void {
    this.#decisions.add(new WalletError('USER_REFUSED_OP'), options);
  }

  /**
   * Lets requests fail with an error of the wallet API, by its name or its code.
   *
   * @example
   * wallet.fail('UNKNOWN_ERROR', { times: 1 });
   */
  fail(error: WalletErrorName | WalletErrorCode, options?: DecisionOptions): void {
    this.#decisions.add(new WalletError(errorName(error)), options);
  }

  /**
   * Lets requests wait, as a wallet whose window nobody looks at, until `approve`, `reject` or `fail` is called, here or of the request.
   *
   * @example
   * wallet.hold();
   * const request = await wallet.waitForRequest();
   * request.approve();
   */
  hold(options?: DecisionOptions): void {
    this.#decisions.add('hold' satisfies Outcome, options);
  }

  /**
   * Answers requests of one method, once they are approved, with a result of the test in place of what the wallet would do. Undefined ends this.
   *
   * @example
   * wallet.answer('wallet_strk20Balances', [{ token: box.strk.address, balance: '0x5' }]);
   */
  answer(method: string, result: unknown): void {
    methodNamed(method);
    if (result === undefined) this.#answers.delete(method);
    else this.#answers.set(method, result);
  }

  /** Locks the wallet: it shows no accounts, and requests that ask the user wait for `unlock`. */
  lock(): void {
    if (this.#isLocked) return;
    this.#isLocked = true;
    this.#emitAccounts();
  }

  /** Unlocks the wallet. */
  unlock(): void {
    if (!this.#isLocked) return;
    this.#isLocked = false;
    for (const resolve of this.#unlocked) resolve();
    this.#unlocked.clear();
    this.#emitAccounts();
  }

  /** Lets the dapp see the account, as if the user had connected it. */
  connect(): void {
    this.#isConnected = true;
  }

  /** Takes from the dapp what the user allowed it. */
  disconnect(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.#emit('accountsChanged', []);
  }

  /**
   * Changes to another account: one of the wallet by its number, or an account with its key or signer.
   *
   * @example
   * await wallet.useAccount(1);
   */
  async useAccount(account: FromLike | number): Promise<Hex> {
    const predeployed = await this.#node.predeployed();
    const list = this.#options.accounts ?? predeployed;
    const made = this.#newAccounts.find(({ address }) => address === account);
    return this.#show(made ?? readHeldAccount(accountIn(list, account), predeployed, this.#node.box));
  }

  /**
   * Changes to a new account, which has STRK and is not deployed. `wallet_deploymentData` tells how to deploy it, and its first
   * transaction does.
   *
   * @example
   * const address = await wallet.useNewAccount();
   */
  async useNewAccount(balance: bigint = 10n ** 21n): Promise<Hex> {
    const account = await undeployedAccount(this.#node, this.#newAccountCount++);
    this.#newAccounts.push(account);
    if (balance > 0n)
      await this.#node.request('devnet_mint', { address: account.address, amount: balance, unit: 'FRI' });
    return this.#show(account);
  }

  /** Changes to another network, by its chain id. Only on that of the sandbox the wallet signs. */
  useNetwork(chainId: FeltLike): void {
    const chain = feltText(chainId, 'chainId');
    const isOther = chain !== this.#chainId;
    this.#chainId = chain;
    this.#networks.add(chain);
    if (isOther && this.#isConnected) this.#emit('networkChanged', chain, this.#shownAccounts());
  }

  /**
   * Waits for a request that asks the user, or takes one that is held. `what` is a method, or the name of a function.
   *
   * @example
   * const { calls } = await wallet.waitForRequest('transfer');
   */
  waitForRequest(what?: string): Promise<WalletRequest> {
    const fits = (request: WalletRequest) =>
      what === undefined ? request.asksUser : request.type === what || request.calls.some(({ name }) => name === what);
    const held = this.waiting.find(fits);
    if (held) return Promise.resolve(held);
    return new Promise((resolve) => {
      const stop = this.watch((request) => {
        if (!fits(request)) return;
        stop();
        resolve(request);
      });
    });
  }

  /** Calls a function when a request is put to the user, and when it is answered. Returns a function that ends this. */
  watch(watcher: (request: WalletRequest) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /**
   * Puts the wallet into a window, where dapps find it. Returns a function that removes it.
   *
   * @example
   * const remove = wallet.install(window);
   */
  install(target: object): () => void {
    return announceWallet(target as WalletWindow, this, this.standard);
  }

  /** The account and network that the dapp sees. @internal */
  async shown(): Promise<{ readonly accounts: readonly Hex[]; readonly chainId: Hex }> {
    const { chainId } = await this.#context();
    return { accounts: this.#shownAccounts(), chainId };
  }

  #shownAccounts(): readonly Hex[] {
    return this.#isConnected && !this.#isLocked && this.#account ? [this.#account.address] : [];
  }

  #show(account: HeldAccount): Hex {
    const isOther = account.address !== this.#account?.address;
    this.#account = account;
    if (isOther) this.#emitAccounts();
    return account.address;
  }

  #emitAccounts(): void {
    if (this.#isConnected) this.#emit('accountsChanged', this.#shownAccounts());
  }

  #emit(event: WalletEventName, ...values: readonly unknown[]): void {
    // A listener that throws is the dapp's fault, which test runners report; the wallet goes on.
    for (const listener of [...this.#listeners[event]]) queueMicrotask(() => listener(...values));
  }

  #tell(request: WalletRequest): void {
    for (const watcher of [...this.#watchers]) watcher(request);
  }
}
