import { ChainError, type ChainErrorKind, type ErrorFacts } from '../protocol/chainError.ts';
import { type ErrorKind, errors } from '../protocol/errors.ts';

/** An error as a client sees it: a code, a message and, where it helps, data. */
export class RpcError extends ChainError {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(kind: ErrorKind, facts: ErrorFacts = {}) {
    // The kinds that only requests have are in the same table.
    super(kind as ChainErrorKind, facts);
    this.code = errors[kind].code;
  }
}

/** An error of the layers below with the code that clients know it by. */
export const rpcErrorOf = (error: ChainError): RpcError =>
  error instanceof RpcError ? error : new RpcError(error.kind, { message: error.message, data: error.data });

/** A parameter that is not what the method takes: -32602, whose message is the reason. */
export const invalidParams = (message: string) => new RpcError('invalidParams', { message });

/** A failure without a code of its own: -1, whose message is the reason. */
export const failed = (message: string, data?: unknown) => new RpcError('failed', { message, data });
