import type { ConnectionStatus, NotificationListener } from './connection.ts';
import { type Message, readJson, requestText } from './jsonRpc.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;

interface Subscription {
  readonly method: string;
  readonly params: object;
  readonly listener: NotificationListener;
}

/** Subscriptions over a WebSocket, which is opened again whenever it is lost, after growing pauses. */
export class WebSocketChannel {
  readonly #url: string;
  readonly #onStatus: (status: ConnectionStatus) => void;
  #socket: WebSocket | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #nextId = 1;
  /** By the id of the request that subscribes, which stays the same over reconnections. */
  readonly #subscriptions = new Map<number, Subscription>();
  /** The ids that the node gave to the subscriptions of the present socket. */
  readonly #byNodeId = new Map<string, number>();
  /** The subscriptions that the node has not confirmed since the socket was opened. */
  readonly #unconfirmed = new Set<number>();

  constructor(url: string, onStatus: (status: ConnectionStatus) => void) {
    this.#url = url;
    this.#onStatus = onStatus;
    this.#open();
  }

  subscribe(method: string, params: object, listener: NotificationListener): () => void {
    const id = this.#nextId++;
    this.#subscriptions.set(id, { method, params, listener });
    this.#send(id, method, params);
    return () => {
      this.#subscriptions.delete(id);
      for (const [nodeId, own] of this.#byNodeId)
        if (own === id) {
          this.#byNodeId.delete(nodeId);
          this.#send(this.#nextId++, 'chain_unsubscribe', { subscription_id: nodeId });
        }
    };
  }

  #open(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#byNodeId.clear();
      this.#unconfirmed.clear();
      for (const [id, { method, params }] of this.#subscriptions) {
        this.#unconfirmed.add(id);
        this.#send(id, method, params);
      }
      if (this.#unconfirmed.size === 0) this.#onStatus('open');
    };
    socket.onmessage = ({ data }) => this.#receive(readJson(String(data)) as Message);
    socket.onclose = () => {
      this.#onStatus('lost');
      setTimeout(() => this.#open(), this.#pauseMs);
      this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    };
  }

  #receive({ id, result, method, params }: Message): void {
    if (id !== undefined) {
      if (this.#subscriptions.has(id) && typeof result === 'string') this.#byNodeId.set(result, id);
      // Before the node has confirmed them, it sends no notifications, and what happens is missed.
      if (this.#unconfirmed.delete(id) && this.#unconfirmed.size === 0) this.#onStatus('open');
      return;
    }
    const own = params && this.#byNodeId.get(params.subscription_id);
    if (own !== undefined) this.#subscriptions.get(own)?.listener(method ?? '', params!.result);
  }

  #send(id: number, method: string, params: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(requestText(id, method, params));
  }
}
