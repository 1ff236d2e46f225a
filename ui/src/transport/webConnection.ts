import { type Connection, ConnectionFailure, type ConnectionStatus, type NotificationListener } from './connection.ts';
import { readJson, requestText, resultOf } from './jsonRpc.ts';
import { WebSocketChannel } from './webSocketChannel.ts';

/** A node behind an address such as `http://127.0.0.1:5050` or, for a box, `http://127.0.0.1:5050/box/ID`. */
export class WebConnection implements Connection {
  readonly address: string;
  #status: ConnectionStatus = 'connecting';
  readonly #listeners = new Set<(status: ConnectionStatus) => void>();
  readonly #channel: WebSocketChannel;
  #nextId = 1;

  constructor(address: string) {
    this.address = address.replace(/\/$/, '');
    this.#channel = new WebSocketChannel(`${this.address.replace(/^http/, 'ws')}/ws`, (status) =>
      this.#setStatus(status),
    );
  }

  get status(): ConnectionStatus {
    return this.#status;
  }

  async request(method: string, params?: unknown, signal?: AbortSignal): Promise<unknown> {
    let text: string;
    try {
      const response = await fetch(`${this.address}/rpc`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: requestText(this.#nextId++, method, params),
        ...(signal && { signal }),
      });
      text = await response.text();
      if (!response.ok) throw new ConnectionFailure(text.trim() || `The node answered with status ${response.status}.`);
    } catch (error) {
      if (error instanceof ConnectionFailure) throw error;
      throw new ConnectionFailure(`The node at ${this.address} does not answer.`, { cause: error });
    }
    return resultOf(method, readJson(text));
  }

  subscribe(method: string, params: object, listener: NotificationListener): () => void {
    return this.#channel.subscribe(method, params, listener);
  }

  onStatus(listener: (status: ConnectionStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #setStatus(status: ConnectionStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener(status);
  }
}
