import type { RequestId } from './envelope.ts';
import type { RpcError } from './rpcError.ts';

/** What one call is answered with. */
export type Answer =
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly result: unknown }
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly error: ErrorObject };

interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The answer that carries an error, without its help unless it is in the data that is given. */
export function errorAnswer(id: RequestId, error: RpcError, data: unknown = error.data): Answer {
  const { code, message } = error;
  return { jsonrpc: '2.0', id, error: data === undefined ? { code, message } : { code, message, data } };
}
