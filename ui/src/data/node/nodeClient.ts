import type { RpcArguments, RpcMethod, RpcParams, RpcResult } from '../../../../src/rpc/schema.ts';
import type { Connection, ConnectionStatus } from '../../transport/connection.ts';
import { Store } from '../stores/store.ts';
import { Asking } from './asking.ts';
import { Cache } from './cache.ts';
import { takingBack } from './takingBack.generated.ts';

/** What a cached answer depends on: `live` ones on every change of the chain, `fixed` ones only on blocks that are taken back. */
export type Freshness = 'live' | 'fixed';

/** How the node can be reached: `asked` if it answers without sending notifications, so that the page asks again and again. */
export type NodeStatus = ConnectionStatus | 'asked';

/** At most this often, changes of the chain reach the screen. */
const LIVE_PAUSE_MS = 250;

/** A node with typed requests, a cache of answers, and counters that tell when to ask again. */
export class NodeClient {
  readonly connection: Connection;
  readonly status: Store<NodeStatus>;
  /** Counts the times that something may have changed, when what is shown is asked for again. */
  readonly revision = new Store(0);
  /** Counts changes of the chain that the page was told of, made itself, or may have missed while the connection was lost. */
  readonly changes = new Store(0);
  /** Counts the times that blocks were taken back, or that the node may be another one. */
  readonly epoch = new Store(0);
  readonly cache = new Cache();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isChanged = false;
  #isTakenBack = false;
  #isPaused = false;

  constructor(connection: Connection) {
    this.connection = connection;
    this.status = new Store<NodeStatus>(connection.status);
    const asking = new Asking(connection, {
      answered: (isTakenBack) => {
        this.status.set('asked');
        this.told(isTakenBack);
      },
      silent: () => this.status.set('lost'),
    });
    let wasLost = false;
    connection.onStatus((status) => {
      // The connection tries again and again: what is known by asking stays until it succeeds.
      if (status !== 'lost' || this.status.get() !== 'asked') this.status.set(status);
      if (status === 'lost') {
        wasLost = true;
        asking.begin();
      } else {
        asking.end();
        if (status !== 'open') return;
        // What was asked for before the notifications began may be old. At the start of the page it hardly is, so nobody is told that it is.
        if (wasLost) this.changed(true);
        else this.#publishSoon();
      }
    });
    const onNotification = (method: string) => this.told(method.endsWith('Reorg'));
    connection.subscribe('chain_subscribeNewHeads', {}, onNotification);
    // Transactions of the mempool and of the open block. Those of sealed blocks come with their heads.
    const finality_status = ['RECEIVED', 'PRE_CONFIRMED'];
    connection.subscribe('chain_subscribeNewTransactions', { finality_status }, onNotification);
    document.addEventListener('visibilitychange', () => this.#publishSoon());
  }

  /** Makes a request that changes nothing. */
  request<M extends RpcMethod>(method: M, ...[params]: RpcArguments<M>): Promise<RpcResult<M>> {
    return this.connection.request(method, params) as Promise<RpcResult<M>>;
  }

  /** Makes a request that may change the chain; the screen is brought up to date afterwards. */
  async change<M extends RpcMethod>(method: M, ...[params]: RpcArguments<M>): Promise<RpcResult<M>> {
    try {
      return (await this.connection.request(method, params)) as RpcResult<M>;
    } finally {
      this.changed(takingBack.has(method.slice(method.indexOf('_') + 1)));
    }
  }

  /** Reports that the chain changed; `isTakenBack` if something that existed may be gone. */
  changed(isTakenBack = false): void {
    this.#isChanged = true;
    this.#isTakenBack ||= isTakenBack;
    this.#publishSoon();
  }

  /** Takes note of a change that others made, if the page follows the chain. */
  told(isTakenBack = false): void {
    if (!this.#isPaused) this.changed(isTakenBack);
  }

  /** Keeps what is shown although the chain goes on, until `resume`. What the page changes itself is shown. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    // Anything may have happened meanwhile.
    this.changed(true);
  }

  /** Answers from the cache if nothing that it depends on has changed since. */
  cached<M extends RpcMethod>(method: M, params: RpcParams<M>, freshness: Freshness): Promise<RpcResult<M>> {
    const ask = () => this.connection.request(method, params);
    return this.cache.get(keyOf(method, params), this.version(freshness), ask) as Promise<RpcResult<M>>;
  }

  /** Names the state of the chain for a cached answer: it changes when the answer must be asked for again. */
  version(freshness: Freshness): string {
    return freshness === 'live' ? `${this.epoch.get()}.${this.revision.get()}` : `${this.epoch.get()}`;
  }

  #publishSoon(): void {
    // A page that nobody sees asks for nothing.
    if (document.hidden) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#isChanged) {
        this.#isChanged = false;
        this.changes.set(this.changes.get() + 1);
      }
      if (this.#isTakenBack) {
        this.#isTakenBack = false;
        this.epoch.set(this.epoch.get() + 1);
      }
      this.revision.set(this.revision.get() + 1);
    }, LIVE_PAUSE_MS);
  }
}

/** The key of a request in the cache. */
export const keyOf = (method: string, params: unknown): string => `${method} ${JSON.stringify(params)}`;
