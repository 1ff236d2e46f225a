// The wallet that a node serves to pages.
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import type { Hub } from '../sandbox/hub.ts';
import { servedScript } from './page/walletScript.ts';
import { type Preview, previewOf } from './preview.ts';
import { TestWallet } from './testWallet.ts';
import { asWalletError, WalletError, type WalletErrorName } from './walletError.ts';
import { ASKING_METHODS } from './walletMethods.ts';
import { nodeOfHub, type WalletNode } from './walletNode.ts';
import type { AskedFrom, RecordedRequest, WalletRequest } from './walletRequest.ts';

/** Whether the wallet approves by itself, or asks in a window. */
export type WalletMode = 'approve' | 'ask';

const MAX_WAITING = 100;

/** The wallets that a node of this process serves: one for each chain, which is made when it is first asked for. */
export function walletsOfHubs(mode: WalletMode): (hub: Hub) => NodeWallet {
  const wallets = new WeakMap<Hub, NodeWallet>();
  return (hub) => {
    let wallet = wallets.get(hub);
    if (!wallet) {
      const node = nodeOfHub(hub);
      wallets.set(hub, (wallet = new NodeWallet(new TestWallet(node), node, mode)));
    }
    return wallet;
  };
}

/** Serves a wallet to pages, and to whoever decides for its user. */
export class NodeWallet {
  readonly #wallet: TestWallet;
  readonly #node: WalletNode;
  readonly #asks: boolean;
  readonly #ids = new WeakMap<WalletRequest, number>();
  #nextId = 1;
  #underWay = 0;
  readonly #previews = new Map<WalletRequest, Promise<Preview | undefined>>();

  constructor(wallet: TestWallet, node: WalletNode, mode: WalletMode | undefined) {
    this.#wallet = wallet;
    this.#node = node;
    this.#asks = mode === 'ask';
    if (this.#asks) wallet.hold();
  }

  /** The program at /wallet.js, for a node at a URL. */
  script(url: string): string {
    return servedScript(this.#wallet, url, this.#asks ? ASKING_METHODS : []);
  }

  /** What a dapp sees. */
  async shown(): Promise<unknown> {
    return this.#wallet.shown().catch(() => ({ accounts: [], chainId: '' }));
  }

  /** The requests that wait for the user, with what the first would do: the window shows one, and to find that out is work. */
  async waiting(): Promise<unknown> {
    const { waiting } = this.#wallet;
    const preview = waiting[0] && (await this.#previewOf(waiting[0] as RecordedRequest));
    return waiting.map((request, i) => ({ ...this.#described(request), preview: i === 0 ? preview : undefined }));
  }

  /** What a request would do now. Who looks again while that is found out waits for the same answer. */
  #previewOf(request: RecordedRequest): Promise<Preview | undefined> {
    const running = this.#previews.get(request);
    if (running) return running;
    const preview = previewOf(this.#node, request).finally(() => this.#previews.delete(request));
    this.#previews.set(request, preview);
    return preview;
  }

  /** The requests of dapps, the oldest first, with what became of them. */
  async requests(): Promise<unknown> {
    return this.#wallet.requests.map((request) => ({
      ...this.#described(request),
      status: request.status,
      error: request.error && errorOf(request.error),
    }));
  }

  #described(request: WalletRequest) {
    const { type, origin, account, calls, params } = request;
    const { contract_class: _, ...shown } = isObject(params as Json) ? params : {};
    return {
      id: this.#idOf(request),
      type,
      origin,
      account,
      params: calls.length > 0 ? undefined : shown,
      calls: calls.map(({ name, text, contract, contractName }) => ({ name, text, contract, contractName })),
    };
  }

  /** Answers a request of a dapp, or of whoever decides, if the latter is allowed to. */
  async answer(given: Json, mayDecide: boolean, from: AskedFrom): Promise<unknown> {
    if (!isObject(given)) return { error: errorOf(new WalletError('INVALID_REQUEST_PAYLOAD', 'Send a JSON object.')) };
    if ('control' in given)
      return mayDecide ? this.#control(given).then(() => ({ result: true }), failed) : { error: FOREIGN };
    if (this.#underWay >= MAX_WAITING)
      return { error: errorOf(new WalletError('UNKNOWN_ERROR', `${MAX_WAITING} requests wait already.`)) };
    this.#underWay++;
    return this.#wallet
      .ask(given, from)
      .then((result) => ({ result }), failed)
      .finally(() => this.#underWay--);
  }

  async #control({ control, id, error, account, chainId, ...options }: JsonObject): Promise<void> {
    const wallet = this.#wallet;
    const decided = id === undefined ? undefined : wallet.waiting.find((request) => this.#idOf(request) === id);
    if (id !== undefined && !decided) throw new Error(`No request ${id} waits.`);
    const name = (error ?? 'UNKNOWN_ERROR') as WalletErrorName;
    switch (control) {
      case 'approve':
        return decided ? decided.approve() : wallet.approve(options);
      case 'reject':
        return decided ? decided.reject() : wallet.reject(options);
      case 'fail':
        return decided ? decided.fail(name) : wallet.fail(name, options);
      case 'hold':
        return wallet.hold(options);
      case 'lock':
        return wallet.lock();
      case 'unlock':
        return wallet.unlock();
      case 'connect':
        return wallet.connect();
      case 'disconnect':
        return wallet.disconnect();
      case 'useAccount':
        // Never a key: only accounts that the wallet has.
        if (typeof account !== 'number' && typeof account !== 'string')
          throw new TypeError('account must be the number of an account of the wallet, or its address.');
        await wallet.useAccount(account);
        return;
      case 'useNewAccount':
        await wallet.useNewAccount();
        return;
      case 'useNetwork':
        return wallet.useNetwork(String(chainId));
      default:
        throw new Error(
          `The wallet has no control ${JSON.stringify(control)?.slice(0, 50)}. There are ${CONTROLS.join(', ')}.`,
        );
    }
  }

  #idOf(request: WalletRequest): number {
    let id = this.#ids.get(request);
    if (id === undefined) this.#ids.set(request, (id = this.#nextId++));
    return id;
  }
}

const CONTROLS = [
  'approve',
  'reject',
  'fail',
  'hold',
  'lock',
  'unlock',
  'connect',
  'disconnect',
  'useAccount',
  'useNewAccount',
  'useNetwork',
];

const FOREIGN = {
  code: 163,
  message: 'An error occurred (UNKNOWN_ERROR)',
  data: 'A page cannot decide for the user of the wallet. Tests do it without a browser, and people in the window of the wallet.',
};

const errorOf = ({ code, message, data }: WalletError) => ({ code, message, ...(data !== undefined && { data }) });

const failed = (error: unknown) => ({
  error: errorOf(asWalletError(error)),
});
