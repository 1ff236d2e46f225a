/** Whether notifications arrive. Requests are independent of it: each reports its own failure. */
export type ConnectionStatus = 'connecting' | 'open' | 'lost';

/** Gets a notification: its method, such as `chain_subscriptionNewHeads`, and its result. */
export type NotificationListener = (method: string, result: unknown) => void;

/** The way to a node: over HTTP and WebSocket, or to a sandbox in the same browser. The rest of the page does not see which. */
export interface Connection {
  /** Where the node is, for people. */
  readonly address: string;
  readonly status: ConnectionStatus;
  /** Makes a request; rejects with `RpcFailure` or `ConnectionFailure`. A signal ends the work of a node that is not in this browser. */
  request(method: string, params?: unknown, signal?: AbortSignal): Promise<unknown>;
  /** Subscribes until the returned function is called, and subscribes again after a reconnection. */
  subscribe(method: string, params: object, listener: NotificationListener): () => void;
  /** Calls the listener with every change of `status` until the returned function is called. */
  onStatus(listener: (status: ConnectionStatus) => void): () => void;
}

/** The node answered with an error. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure';
  readonly method: string;
  readonly code: number;
  readonly data: unknown;

  constructor(method: string, error: { readonly code: number; readonly message: string; readonly data?: unknown }) {
    super(error.message);
    this.method = method;
    this.code = error.code;
    this.data = error.data;
  }
}

/** The node did not answer. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
}
