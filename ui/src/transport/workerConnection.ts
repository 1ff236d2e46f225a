import { type Connection, ConnectionFailure, type ConnectionStatus, type NotificationListener } from './connection.ts';
import { type Message, readJson, requestText, resultOf } from './jsonRpc.ts';
import type { ChainBytes, FromWorker, ToWorker } from './workerMessages.ts';

interface Subscription {
  readonly method: string;
  readonly params: object;
  readonly listener: NotificationListener;
  /** The id that the present chain gave it. */
  nodeId?: string;
}

interface Pending<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

/** A sandbox in a worker of this browser. */
export class WorkerConnection implements Connection {
  readonly address = 'a sandbox in this browser';
  readonly #worker: Worker;
  #status: ConnectionStatus = 'connecting';
  #nextId = 1;
  readonly #listeners = new Set<(status: ConnectionStatus) => void>();
  readonly #subscriptions = new Set<Subscription>();
  readonly #answers = new Map<number, Pending<unknown>>();
  readonly #tasks = new Map<number, Pending<ChainBytes | undefined>>();
  /** Requests that wait until there is a chain. */
  #waiting: ToWorker[] = [];
  /** Resolves when there is a chain: to undefined, or to the reason why it is not the one that the page was opened with. */
  readonly started: Promise<Error | undefined>;

  constructor(worker: Worker, chain: Promise<ChainBytes | undefined>) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    worker.onerror = () => this.#setStatus('lost');
    const fresh = (error: Error) => this.load(undefined).then(() => error);
    this.started = chain.then((given) => this.load(given)).then(() => undefined, fresh);
  }

  get status(): ConnectionStatus {
    return this.#status;
  }

  request(method: string, params?: unknown): Promise<unknown> {
    const id = this.#nextId++;
    const answer = new Promise<unknown>((resolve, reject) => this.#answers.set(id, { resolve, reject }));
    const message: ToWorker = { kind: 'text', text: requestText(id, method, params) };
    if (this.#status === 'open') this.#post(message);
    else this.#waiting.push(message);
    return answer.then((read) => resultOf(method, read));
  }

  subscribe(method: string, params: object, listener: NotificationListener): () => void {
    const subscription: Subscription = { method, params, listener };
    this.#subscriptions.add(subscription);
    if (this.#status === 'open') this.#start(subscription);
    return () => {
      this.#subscriptions.delete(subscription);
      if (subscription.nodeId !== undefined)
        void this.request('chain_unsubscribe', { subscription_id: subscription.nodeId }).catch(() => undefined);
    };
  }

  onStatus(listener: (status: ConnectionStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The chain as a state file, or in the shortest form. */
  async save({ isShort = false }: { readonly isShort?: boolean } = {}): Promise<ChainBytes> {
    return (await this.#task((id) => ({ kind: 'save', id, isShort })))!;
  }

  /** Replaces the chain by another one, or by a new one. If it fails, the present chain stays. */
  async load(chain: ChainBytes | undefined): Promise<void> {
    await this.#task((id) => ({ kind: 'load', id, chain }));
  }

  #task(message: (id: number) => ToWorker): Promise<ChainBytes | undefined> {
    const id = this.#nextId++;
    const done = new Promise<ChainBytes | undefined>((resolve, reject) => this.#tasks.set(id, { resolve, reject }));
    this.#post(message(id));
    return done;
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'text') this.#receiveText(message.text);
    else if (message.kind === 'open') this.#opened();
    else {
      const task = this.#tasks.get(message.id);
      this.#tasks.delete(message.id);
      if (message.kind === 'done') task?.resolve(message.chain);
      else task?.reject(new ConnectionFailure(message.message));
    }
  }

  #receiveText(text: string): void {
    const read = readJson(text) as Message;
    if (read.id !== undefined) {
      this.#answers.get(read.id)?.resolve(read);
      this.#answers.delete(read.id);
      return;
    }
    for (const { nodeId, listener } of this.#subscriptions)
      if (nodeId === read.params?.subscription_id) listener(read.method ?? '', read.params?.result);
  }

  /** The worker has another chain, so requests to the one before get no answer any more. */
  #opened(): void {
    if (this.#status === 'open') {
      for (const { reject } of this.#answers.values())
        reject(new ConnectionFailure('The chain was replaced before it answered.'));
      this.#answers.clear();
      this.#setStatus('lost');
    }
    this.#setStatus('open');
    for (const message of this.#waiting.splice(0)) this.#post(message);
    for (const subscription of this.#subscriptions) this.#start(subscription);
  }

  #start(subscription: Subscription): void {
    this.request(subscription.method, subscription.params).then(
      (nodeId) => {
        subscription.nodeId = String(nodeId);
      },
      () => undefined,
    );
  }

  #setStatus(status: ConnectionStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener(status);
  }
}
