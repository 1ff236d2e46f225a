/** Whether notifications arrive. Requests may work in any state: each says itself when it fails. */
export type ConnectionStatus = 'connecting' | 'open' | 'lost';

/** Gets a notification: its method, such as `starknet_subscriptionNewHeads`, and its result. */
export type NotificationListener = (method: string, result: unknown) => void;

/** The way to a node. The page knows nothing else of it, so it runs over HTTP, and over a sandbox in the same browser. */
export interface Connection {
  /** Where the node is, for people. */
  readonly address: string;
  readonly status: ConnectionStatus;
  /** Makes a request; rejects with `RpcFailure` or `ConnectionFailure`. */
  request(method: string, params?: unknown): Promise<unknown>;
  /** Subscribes until the returned function is called, also after the connection was lost and is there again. */
  subscribe(method: string, params: object, listener: NotificationListener): () => void;
  /** Tells of every change of `status` until the returned function is called. */
  onStatus(listener: (status: ConnectionStatus) => void): () => void;
  close(): void;
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
